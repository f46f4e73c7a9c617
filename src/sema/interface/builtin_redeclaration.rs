//! Redeclarations of built-in variables and blocks (GLSL 4.60, 7.1).
//!
//! Comes in: declarations of names that begin with `gl_`. Goes out: what they add to the variable of the language. Must
//! not depend on: any of them by name; they are in the tables.

use crate::builtins::{self, BuiltinType};
use crate::hir::{ArrayLength, Handle, Interface, Member, MemoryQualifiers, PlaceRoot, Span, Type};
use crate::sema::Analyzer;
use crate::sema::context::message;
use crate::sema::context::scope::{Entity, Variable};
use crate::sema::interface::builtin_variable::key;
use crate::sema::interface::execution_mode::ModePlace;
use crate::sema::interface::messages;
use crate::sema::interface::stage_interface::Direction;
use crate::sema::qualifiers::layout_decoration::is_passed_through;
use crate::sema::qualifiers::qualifier::Qualifiers;
use crate::sema::qualifiers::qualifier_place::Place;
use crate::syntax::ast::{BlockDeclaration, Declarator, Name};

/// Variables outside blocks that a shader may redeclare, to give them layouts and qualifiers (GLSL 4.60, 7.1, and the
/// extensions that have them).
const REDECLARED: &[&str] = &[
    "gl_FragCoord",
    "gl_FragDepth",
    "gl_FragStencilRefARB",
    "gl_SampleMask",
    "gl_ClipDistance",
    "gl_CullDistance",
    "gl_Layer",
    "gl_ViewportMask",
    "gl_ShadingRateEXT",
    "gl_PrimitiveShadingRateEXT",
];

impl Analyzer<'_> {
    /// Whether a declaration redeclares a built-in variable instead of making one.
    pub(in crate::sema) fn redeclares_builtin(&self, name: Name, direction: Direction) -> bool {
        let text = self.text(name.symbol);
        // Ray tracing stages redeclare none (GL_EXT_ray_tracing, 4.3.4).
        text.starts_with("gl_")
            && !self.module.stage.facts().is_ray_tracing
            && self.builtin_row(text, Some(direction)).is_some()
    }

    /// `in vec4 gl_FragCoord;`, `out float gl_ClipDistance[4];`
    pub(super) fn redeclare_variable(
        &mut self,
        ty: Handle<Type>,
        qualifiers: &Qualifiers,
        declarator: &Declarator,
        direction: Direction,
    ) {
        let name = declarator.name;
        let text = self.text(name.symbol);
        let Some(row) = self.builtin_row(text, Some(direction)) else { return };
        if row.block.is_none() && !row.per_view && row.counts.is_none() && !REDECLARED.contains(&row.name) {
            self.report(messages::cannot_be_redeclared(name.span, &text));
            return;
        }
        let place = if direction == Direction::In { Place::Input } else { Place::Output };
        self.check_place(qualifiers, place);
        self.check_memory(qualifiers, place, None);
        // Only the sizes of arrays are declared outside the block.
        if let Some(block) = row.block
            && !matches!(row.ty, BuiltinType::AnyArray(_))
            && !row.per_view
            && !self.version.is_es()
            && self.version.number >= 150
            && qualifiers.layout.words.is_empty()
        {
            self.report(messages::can_only_be_redeclared_in_block(name.span, &text, &block.name));
            return;
        }
        self.declare_modes(&qualifiers.layout.modes, ModePlace::Variable(row.name));
        let Some(length) = self.redeclared_length(row, ty, name) else { return };
        if !self.check_index_count(row, length, name) {
            return;
        }
        let interface = self.interface_of(qualifiers, direction);
        self.check_decorated_variable(qualifiers, row.name);
        self.note_redeclared(row, length, interface, qualifiers, name.span);
    }

    /// The size that a redeclaration gives an array, with `None` inside for other types; `None` if the type differs.
    fn redeclared_length(
        &mut self,
        row: &'static builtins::Variable,
        ty: Handle<Type>,
        name: Name,
    ) -> Option<Option<u32>> {
        let ty = if row.per_view { self.view_element(ty, name.span)? } else { ty };
        let (fits, length) = match (row.ty, *self.module.types.get(ty)) {
            (BuiltinType::AnyArray(element), Type::Array { element: given, length }) => {
                let element = self.module.types.builtin(*element);
                let length = match length {
                    ArrayLength::Constant(length) => Some(length),
                    _ => None,
                };
                (element == given, length)
            }
            (other, _) => (self.module.types.builtin(other) == ty, None),
        };
        if let (Some(most), Some(length)) = (self.most_elements(row), length)
            && length > most
        {
            self.too_many_elements(row, most, u64::from(length), name.span);
            return None;
        }
        if !fits {
            let (expected, spelled) = (row.ty, self.spell(ty));
            self.report(messages::redeclared_with_other_type(name.span, &row.name, &expected, &spelled));
            return None;
        }
        Some(length)
    }

    fn note_redeclared(
        &mut self,
        row: &'static builtins::Variable,
        length: Option<u32>,
        interface: Interface,
        qualifiers: &Qualifiers,
        span: Span,
    ) {
        let known = self.builtins.redeclared.get(&key(row)).and_then(|it| it.length);
        let says_more = qualifiers.precise
            || interface.interpolation.is_some()
            || interface.sampling.is_some()
            || interface.feedback.is_some();
        if self.builtin_is_used(row) && length.is_some() && known == length && !says_more {
            // Its first use has already determined the size.
            return;
        }
        if self.builtin_is_used(row) {
            self.report(messages::redeclared_after_use(span, &row.name));
            return;
        }
        let earlier = self.builtins.redeclared.get(&key(row)).and_then(|it| it.length);
        if let (Some(earlier), Some(length)) = (earlier, length)
            && earlier != length
        {
            self.report(messages::redeclared_with_other_length(span, &row.name, &length, &earlier));
            return;
        }
        let all = self.builtins.redeclared.entry(key(row)).or_default();
        all.length = length.or(all.length);
        all.precise |= qualifiers.precise;
        all.decorations.extend(qualifiers.spirv.decorations.iter().cloned());
        all.interface = Interface {
            interpolation: interface.interpolation.or(all.interface.interpolation),
            sampling: interface.sampling.or(all.interface.sampling),
            feedback: interface.feedback.or(all.interface.feedback),
            stream: interface.stream.or(all.interface.stream),
            invariant: interface.invariant || all.interface.invariant,
            ..interface
        };
    }

    /// `invariant gl_Position;`, `precise gl_Position;`; returns whether the name is a built-in variable.
    pub(in crate::sema) fn qualify_builtin(&mut self, name: Name, qualifiers: &Qualifiers) -> bool {
        let text = self.text(name.symbol);
        let Some(row) = self.builtin_row(text, None) else { return false };
        if let Some(span) = qualifiers.interface.invariant
            && row.storage != spirv::StorageClass::Output
        {
            self.report(message::invariant_is_for_outputs(span));
            return true;
        }
        let interface = Interface { invariant: qualifiers.interface.invariant.is_some(), ..Interface::default() };
        if self.builtin_is_used(row) && !interface.invariant {
            self.builtins.redeclared.entry(key(row)).or_default().precise |= qualifiers.precise;
        } else {
            self.note_redeclared(row, None, interface, qualifiers, name.span);
        }
        true
    }

    /// `out gl_PerVertex { ... };`
    pub(super) fn redeclare_block(&mut self, block: &BlockDeclaration, qualifiers: &Qualifiers, direction: Direction) {
        let place = if direction == Direction::In { Place::InputBlock } else { Place::OutputBlock };
        self.check_place(qualifiers, place);
        let storage = direction.spirv_class();
        let name = self.text(block.name.symbol);
        let rows = self.possible_block_rows(name, storage);
        let Some(known) = rows.iter().find(|row| self.gate_is_open(row.gate)).and_then(|row| row.block) else {
            let stage = self.module.stage.facts().with_article();
            self.report(messages::no_such_builtin_block(block.name.span, &stage, &name));
            self.silence_block(block);
            return;
        };
        if self.builtins.blocks.contains_key(&(known.name, storage)) {
            self.report(messages::block_redeclared_after_use(block.name.span, &name));
            return;
        }
        let outer = self.interface_of(qualifiers, direction);
        let decorations = qualifiers.spirv.decorations.clone();
        // Inputs that are passed through are not arrays unless they are read (NV_geometry_shader_passthrough, 4.4.1.2).
        let is_bare = is_passed_through(qualifiers) && block.instance.is_none();
        let members = self.redeclared_members(block, &rows, &outer, direction);
        if members.is_empty() {
            return;
        }
        let instance = block.instance.map_or("", |name| self.text(name.symbol));
        if !is_bare && !self.check_instance_name(block, known.instance, direction) {
            return;
        }
        let structure = self.builtin_structure(known.name, members);
        let contents = self.module.types.insert(Type::Struct(structure));
        let named = block.instance.unwrap_or(block.name);
        let Some(declared) = self.array_type(contents, &[], &block.dimensions) else { return };
        let sized = if known.instance.is_empty() || is_bare {
            Some(declared)
        } else {
            self.sized_interface(declared, self.block_rate(known, storage), direction, named)
        };
        let Some(ty) = sized else {
            self.silence_block(block);
            return;
        };
        let made = self.add_builtin_block(known, instance, structure, ty, storage);
        self.module.globals.get_mut(made.global).decorations = decorations;
        self.note_unsized(declared, made.global);
        if let Some(instance) = block.instance {
            let variable = Variable {
                root: PlaceRoot::Global(made.global),
                step: None,
                ty,
                storage: direction.storage_class(),
                access: MemoryQualifiers::NONE,
                read_only: direction.read_only(),
                precise: false,
            };
            self.declare(instance, Entity::Variable(variable));
        }
    }

    /// The members of a redeclared block, whose `rows` are given.
    fn redeclared_members(
        &mut self,
        block: &BlockDeclaration,
        rows: &[&'static builtins::Variable],
        outer: &Interface,
        direction: Direction,
    ) -> Vec<Member> {
        let mut members: Vec<Member> = Vec::new();
        let mut next_captured = None;
        for declaration in &block.members {
            let qualifiers = Qualifiers::collect(self, &declaration.ty.qualifiers);
            let place = if direction == Direction::In { Place::InputMember } else { Place::OutputMember };
            self.check_place(&qualifiers, place);
            self.check_member_storage(&qualifiers, direction);
            self.check_memory(&qualifiers, place, None);
            let base = self.type_specifier(&declaration.ty.specifier, &[]);
            let interface = self.interface_of(&qualifiers, direction);
            for declarator in &declaration.declarators {
                let Some(ty) = base.and_then(|base| self.array_type(base, &[], &declarator.dimensions)) else {
                    continue;
                };
                let text = self.text(declarator.name.symbol);
                let Some(row) = rows.iter().find(|row| row.name == text).copied() else {
                    self.report(messages::not_a_member_of_builtin_block(
                        declarator.name.span,
                        &text,
                        &self.text(block.name.symbol),
                    ));
                    continue;
                };
                if members.iter().any(|it| it.name == row.name) {
                    self.report(messages::member_redeclared_twice(declarator.name.span, &text));
                    continue;
                }
                let Some(length) = self.redeclared_length(row, ty, declarator.name) else { continue };
                let interface = Interface {
                    feedback: self.member_feedback(interface.feedback, outer.feedback, ty, &mut next_captured),
                    stream: interface.stream.or(outer.stream),
                    ..interface.clone()
                };
                self.note_redeclared(row, length, interface, &qualifiers, declarator.name.span);
                let member = self.builtin_block_member(row);
                members.push(Member { span: declarator.name.span, ..member });
            }
        }
        members
    }

    /// Whether a block keeps the instance name that the language gives it, or none; reports it if not.
    fn check_instance_name(&mut self, block: &BlockDeclaration, known: &str, direction: Direction) -> bool {
        if let Some(other) = block.instance.filter(|_| known.is_empty()) {
            let name = self.text(block.name.symbol);
            self.report(messages::has_no_instance_name(other.span, &name));
            self.silence_block(block);
            return false;
        }
        let named = block.instance.unwrap_or(block.name);
        let fits = known.is_empty() || block.instance.is_some_and(|instance| self.text(instance.symbol) == known);
        if !fits {
            let (name, what) = (self.text(block.name.symbol), direction.what());
            self.report(messages::wrong_instance_name(named.span, &name, &what, &known));
        }
        fits
    }
}
