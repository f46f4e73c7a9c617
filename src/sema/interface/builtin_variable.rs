//! Built-in variables: how they become globals on their first use, and what shaders may redeclare of them (GLSL 4.60, 7.1).
//!
//! Comes in: rows of the built-in tables, declarations of names that begin with `gl_`. Goes out: places of globals. Must
//! not depend on: any of them by name; the tables say which there are.

use crate::builtins::{self, BuiltinBlock, BuiltinType, VariableRate};
use crate::diagnostics::Diagnostic;
use crate::hir::{
    ArrayLength, GlobalVariable, Handle, Interface, InterfaceRate, MatrixMajor, Member, MemoryQualifiers, PlaceRoot,
    PlaceStep, Span, SpirvDecoration, StorageClass, Struct, Type,
};
use crate::sema::context::scope::{Entity, Variable};
use crate::sema::expressions::operand::{Operand, Path};
use crate::sema::interface::execution_mode::ModePlace;
use crate::sema::interface::interface_variable::Direction;
use crate::sema::qualifiers::layout_decoration::is_passed_through;
use crate::sema::qualifiers::qualifier::Qualifiers;
use crate::sema::qualifiers::qualifier_place::Place;
use crate::sema::{Analyzer, Code};
use crate::source::Symbol;
use crate::syntax::ast::{BlockDeclaration, Declarator, Name};
use rustc_hash::FxHashMap;

/// What a row is in SPIR-V: its built-in and whether it is read or written.
type Key = (spirv::BuiltIn, spirv::StorageClass);

/// Built-in variables that were used or redeclared.
#[derive(Debug, Default)]
pub(in crate::sema) struct BuiltinVariables {
    globals: FxHashMap<Key, Handle<GlobalVariable>>,
    blocks: FxHashMap<(&'static str, spirv::StorageClass), BuiltinBlockGlobal>,
    /// What redeclarations add.
    redeclared: FxHashMap<Key, Redeclared>,
    /// Members of blocks that expressions name, with the first place.
    pub(in crate::sema) members: FxHashMap<spirv::BuiltIn, (&'static str, Span)>,
}

#[derive(Clone, Debug)]
struct BuiltinBlockGlobal {
    global: Handle<GlobalVariable>,
    structure: Handle<Struct>,
}

#[derive(Clone, Debug, Default)]
struct Redeclared {
    /// The size that it gives an array.
    length: Option<u32>,
    interface: Interface,
    precise: bool,
    decorations: Vec<SpirvDecoration>,
}

impl Analyzer<'_> {
    /// The row of a built-in variable for this stage and, if one is given, direction.
    fn builtin_row(&self, name: &str, direction: Option<Direction>) -> Option<&'static builtins::Variable> {
        let fits = |row: &&builtins::Variable| {
            direction.is_none_or(|it| it.spirv_class() == row.storage)
                && row.block.is_none_or(|block| block.instance.is_empty())
                && self.gate_is_open(row.gate)
        };
        builtins::variables(name).iter().find(fits)
    }

    /// The place of a built-in variable, which becomes a global on its first use.
    pub(in crate::sema) fn builtin_variable(&mut self, variable: &'static builtins::Variable) -> Operand {
        let direction = if variable.storage == spirv::StorageClass::Output { Direction::Out } else { Direction::In };
        let storage = direction.storage_class();
        let (global, steps, ty) = match variable.block {
            Some(block) => {
                let Some((global, member, ty)) = self.builtin_member(variable, block) else { return Operand::Error };
                (global, vec![PlaceStep::Member(member)], ty)
            }
            None => {
                let ty = self.builtin_variable_type(variable);
                let global = self.builtin_global(variable, ty, storage);
                let component = variable.component.map(|it| PlaceStep::Index(self.index_constant(u32::from(it))));
                (global, component.into_iter().collect(), ty)
            }
        };
        Operand::Place(Box::new(Path {
            root: PlaceRoot::Global(global),
            steps,
            ty,
            swizzle: None,
            access: self.builtin_precision(variable),
            storage,
            read_only: direction.read_only(),
            precise: self.builtins.redeclared.get(&key(variable)).is_some_and(|it| it.precise),
        }))
    }

    /// The precision that ESSL declares a variable with; desktop GLSL has none.
    fn builtin_precision(&mut self, variable: &'static builtins::Variable) -> MemoryQualifiers {
        let relaxed = variable.gate.precision == Some(builtins::ResultPrecision::Relaxed);
        if !relaxed || !self.version.is_es() || self.options.full_precision {
            return MemoryQualifiers::NONE;
        }
        self.has_relaxed = true;
        MemoryQualifiers::RELAXED
    }

    /// The type of a row; an array without a size has the one of its redeclaration, else the one that its uses need.
    fn builtin_variable_type(&mut self, variable: &'static builtins::Variable) -> Handle<Type> {
        let ty = match variable.ty {
            BuiltinType::AnyArray(element) => {
                let element = self.types.builtin(*element);
                let length = ArrayLength::Constant(self.builtin_array_length(variable));
                self.types.insert(Type::Array { element, length })
            }
            other => self.types.builtin(other),
        };
        if variable.per_view { self.with_views(ty) } else { ty }
    }

    fn builtin_array_length(&mut self, variable: &'static builtins::Variable) -> u32 {
        let declared = self.builtins.redeclared.get(&key(variable)).and_then(|it| it.length);
        let counted = variable.counts.and_then(|counts| self.element_count(counts));
        let used = self.names.get(variable.name).and_then(|symbol| {
            let member = self.largest_member_index(symbol, variable.per_view);
            self.indices(symbol).and_then(|indices| indices.largest).max(member)
        });
        let used = used.and_then(|largest| u32::try_from(largest.saturating_add(1)).ok());
        declared.or(counted).or(used).unwrap_or(1)
    }

    fn builtin_global(
        &mut self,
        variable: &'static builtins::Variable,
        ty: Handle<Type>,
        storage: StorageClass,
    ) -> Handle<GlobalVariable> {
        if let Some(&global) = self.builtins.globals.get(&key(variable)) {
            return global;
        }
        // A row may be one component of the four that the SPIR-V variable has.
        let whole = match (variable.component, self.types.get(ty).scalar()) {
            (Some(_), Some(scalar)) => self.vector_type(scalar, 4),
            _ => ty,
        };
        let Redeclared { interface, decorations, .. } =
            self.builtins.redeclared.get(&key(variable)).cloned().unwrap_or_default();
        let mut global = plain_global(variable.name, whole, storage);
        global.decorations = decorations;
        global.builtin = Some(variable);
        global.qualifiers = self.builtin_precision(variable);
        global.interface = Interface { rate: rate_of(variable).or(interface.rate), ..interface };
        let global = self.globals.append(global, Span::UNDEFINED);
        self.builtins.globals.insert(key(variable), global);
        global
    }

    /// The member of the block that a row is, with its type. The block becomes a global on its first use.
    fn builtin_member(
        &mut self,
        variable: &'static builtins::Variable,
        block: BuiltinBlock,
    ) -> Option<(Handle<GlobalVariable>, u32, Handle<Type>)> {
        let known = self.builtins.blocks.get(&(block.name, variable.storage)).cloned();
        let known = known.unwrap_or_else(|| self.implicit_block(block, variable.storage));
        let members = &self.types.structure(known.structure)?.members;
        let is = |member: &Member| member.interface.builtin.is_some_and(|row| row.builtin == variable.builtin);
        let index = members.iter().position(is)?;
        Some((known.global, index as u32, members.get(index)?.ty))
    }

    /// The rows that are members of a block in this stage, in the order of their numbers.
    fn block_rows(&self, block: &str, storage: spirv::StorageClass) -> Vec<&'static builtins::Variable> {
        let mut rows = self.possible_block_rows(block, storage);
        rows.retain(|row| self.gate_is_open(row.gate));
        rows
    }

    /// The same with those whose extension is not on: a redeclaration may have them, expressions may not.
    fn possible_block_rows(&self, block: &str, storage: spirv::StorageClass) -> Vec<&'static builtins::Variable> {
        let is_member = |row: &&builtins::Variable| {
            row.block.is_some_and(|it| it.name == block)
                && row.storage == storage
                && row.gate.stages.contains(self.stage)
                && self.version.at_least(row.gate.desktop, row.gate.es)
        };
        let mut rows: Vec<_> = builtins::VARIABLES.iter().filter(is_member).collect();
        rows.sort_by_key(|row| row.builtin as u32);
        rows
    }

    /// A member that a block would have if an extension were on.
    pub(in crate::sema) fn hidden_member(&self, block: &str, name: &str) -> Option<&'static builtins::Variable> {
        let is_it = |row: &&builtins::Variable| row.block.is_some_and(|it| it.name == block) && row.name == name;
        let mut rows = builtins::VARIABLES.iter().filter(is_it);
        rows.find(|row| row.gate.stages.contains(self.stage) && !self.gate_is_open(row.gate))
    }

    /// A block as the language declares it.
    fn implicit_block(&mut self, block: BuiltinBlock, storage: spirv::StorageClass) -> BuiltinBlockGlobal {
        let rows = self.block_rows(block.name, storage);
        let members = rows.into_iter().map(|row| self.builtin_block_member(row)).collect();
        let structure = self.builtin_structure(block.name, members);
        let contents = self.types.insert(Type::Struct(structure));
        let ty = self.builtin_instance_type(contents, block, storage);
        let made = self.add_builtin_block(block, block.instance, structure, ty, storage);
        if ty != contents {
            self.note_implicit_vertices(made.global);
        }
        made
    }

    /// The type of the instance of a block: an array with an element for each vertex, or the block itself.
    fn builtin_instance_type(
        &mut self,
        contents: Handle<Type>,
        block: BuiltinBlock,
        storage: spirv::StorageClass,
    ) -> Handle<Type> {
        let Some(symbol) = self.names.get(block.instance).filter(|_| !block.instance.is_empty()) else {
            return contents;
        };
        let array = self.types.insert(Type::Array { element: contents, length: ArrayLength::Runtime });
        let name = Name { symbol, span: Span::UNDEFINED };
        let rate = self.block_rate(block, storage);
        self.sized_interface(array, rate, direction_of(storage), name).unwrap_or(array)
    }

    /// What the instances of a block count, if it is not vertices: what all of its members say.
    fn block_rate(&self, block: BuiltinBlock, storage: spirv::StorageClass) -> Option<InterfaceRate> {
        self.block_rows(block.name, storage).first().and_then(|row| rate_of(row))
    }

    /// Whether a block of this name is one that the language declares, in whatever stage.
    pub(in crate::sema) fn is_builtin_block(&self, name: Symbol) -> bool {
        let name = self.text(name);
        name.starts_with("gl_") && builtins::VARIABLES.iter().any(|row| row.block.is_some_and(|it| it.name == name))
    }

    /// `gl_in` and `gl_out`: a block that the language declares with an instance name; nothing if there is none of this name.
    pub(in crate::sema) fn builtin_instance(&mut self, name: &str, span: Span) -> Option<Operand> {
        let is_member = |row: &&builtins::Variable| row.block.is_some_and(|block| block.instance == name);
        if !name.starts_with("gl_") {
            return None;
        }
        let mut rows: Vec<_> = builtins::VARIABLES.iter().filter(is_member).collect();
        // The first member is there whenever the block is.
        rows.sort_by_key(|row| row.builtin as u32);
        let here = |row: &&&'static builtins::Variable| row.gate.stages.contains(self.stage);
        let row = *rows.iter().find(here).or(rows.first())?;
        let block = row.block?;
        if !self.check_gate(row.gate, name, span) {
            return Some(Operand::Error);
        }
        let known = self.builtins.blocks.get(&(block.name, row.storage)).cloned();
        let known = known.unwrap_or_else(|| self.implicit_block(block, row.storage));
        let direction = direction_of(row.storage);
        let ty = self.globals.try_get(known.global).ok()?.ty;
        Some(Operand::Place(Box::new(Path {
            root: PlaceRoot::Global(known.global),
            steps: Vec::new(),
            ty,
            swizzle: None,
            access: MemoryQualifiers::NONE,
            storage: direction.storage_class(),
            read_only: direction.read_only(),
            precise: false,
        })))
    }

    fn builtin_block_member(&mut self, row: &'static builtins::Variable) -> Member {
        let ty = self.builtin_variable_type(row);
        let Redeclared { interface: redeclared, decorations, .. } =
            self.builtins.redeclared.get(&key(row)).cloned().unwrap_or_default();
        Member {
            name: row.name.to_owned(),
            ty,
            offset: None,
            major: MatrixMajor::Column,
            qualifiers: MemoryQualifiers::NONE,
            precise: self.builtins.redeclared.get(&key(row)).is_some_and(|it| it.precise),
            interface: Interface {
                builtin: Some(row),
                rate: rate_of(row),
                per_view: row.per_view,
                invariant: redeclared.invariant || (self.all_invariant && row.storage == spirv::StorageClass::Output),
                ..redeclared
            },
            decorations,
            span: Span::UNDEFINED,
        }
    }

    fn builtin_structure(&mut self, name: &str, members: Vec<Member>) -> Handle<Struct> {
        let structure = Struct { name: name.to_owned(), members, block: None, is_interface_block: true };
        let structure = self.types.structs.append(structure, Span::UNDEFINED);
        self.note_precise_members(structure);
        structure
    }

    fn add_builtin_block(
        &mut self,
        block: BuiltinBlock,
        instance: &str,
        structure: Handle<Struct>,
        ty: Handle<Type>,
        storage: spirv::StorageClass,
    ) -> BuiltinBlockGlobal {
        let class = direction_of(storage).storage_class();
        let rate = self.block_rate(block, storage);
        let mut global = plain_global(instance, ty, class);
        global.interface.rate = rate;
        let global = self.globals.append(global, Span::UNDEFINED);
        let made = BuiltinBlockGlobal { global, structure };
        self.builtins.blocks.insert((block.name, storage), made.clone());
        made
    }

    /// Whether a declaration redeclares a built-in variable instead of making one.
    pub(in crate::sema) fn redeclares_builtin(&self, name: Name, direction: Direction) -> bool {
        let text = self.text(name.symbol);
        // The stages of ray tracing redeclare none (GL_EXT_ray_tracing, 4.3.4).
        text.starts_with("gl_")
            && !self.stage.facts().is_ray_tracing
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
        let place = if direction == Direction::In { Place::Input } else { Place::Output };
        self.check_place(qualifiers, place);
        self.declare_modes(&qualifiers.layout.modes, ModePlace::Variable(row.name));
        let Some(length) = self.redeclared_length(row, ty, name) else { return };
        if !self.check_index_count(row, length, name) {
            return;
        }
        let interface = self.interface_of(qualifiers, direction);
        self.check_decorated_variable(qualifiers, row.name);
        self.note_redeclared(row, length, interface, qualifiers, name.span);
    }

    /// The size that a redeclaration gives an array, `None` inside for other types; nothing if the type is another one.
    fn redeclared_length(
        &mut self,
        row: &'static builtins::Variable,
        ty: Handle<Type>,
        name: Name,
    ) -> Option<Option<u32>> {
        let ty = if row.per_view { self.view_element(ty, name.span)? } else { ty };
        let (fits, length) = match (row.ty, self.types.get(ty).clone()) {
            (BuiltinType::AnyArray(element), Type::Array { element: given, length }) => {
                let element = self.types.builtin(*element);
                let length = match length {
                    ArrayLength::Constant(length) => Some(length),
                    _ => None,
                };
                (element == given, length)
            }
            (other, _) => (self.types.builtin(other) == ty, None),
        };
        if !fits {
            let (expected, spelled) = (row.ty, self.spell(ty));
            self.report(
                Diagnostic::error(
                    Code::BuiltinRedeclaration,
                    name.span,
                    format!("`{}` is a `{expected}`, it cannot be redeclared as `{spelled}`", row.name),
                )
                .with_note("GLSL 4.60, 7.1"),
            );
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
        if self.builtin_is_used(row) {
            self.report(
                Diagnostic::error(
                    Code::BuiltinRedeclaration,
                    span,
                    format!("`{}` is redeclared after it was used", row.name),
                )
                .with_help("redeclare it before the first function")
                .with_note("GLSL 4.60, 7.1"),
            );
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

    /// Whether the shader names an output.
    pub(super) fn writes_builtin(&self, builtin: spirv::BuiltIn) -> bool {
        self.builtins.globals.contains_key(&(builtin, spirv::StorageClass::Output))
    }

    fn builtin_is_used(&self, row: &builtins::Variable) -> bool {
        let block = row.block.is_some_and(|block| self.builtins.blocks.contains_key(&(block.name, row.storage)));
        block || self.builtins.globals.contains_key(&key(row))
    }

    /// `invariant gl_Position;`, `precise gl_Position;`; gives whether the name is a built-in variable.
    pub(in crate::sema) fn qualify_builtin(&mut self, name: Name, qualifiers: &Qualifiers) -> bool {
        let text = self.text(name.symbol);
        let Some(row) = self.builtin_row(text, None) else { return false };
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
            let stage = self.stage.facts().with_article();
            self.error(
                Code::BuiltinRedeclaration,
                block.name.span,
                format!("{stage} shader has no block `{name}` of this direction"),
            );
            self.silence_block(block);
            return;
        };
        if self.builtins.blocks.contains_key(&(known.name, storage)) {
            self.error(
                Code::BuiltinRedeclaration,
                block.name.span,
                format!("`{name}` is redeclared twice, or after one of its members was used"),
            );
            return;
        }
        let outer = self.interface_of(qualifiers, direction);
        let decorations = qualifiers.spirv.decorations.clone();
        // Inputs that are handed on are no arrays where they are not read (NV_geometry_shader_passthrough, 4.4.1.2).
        let is_bare = is_passed_through(qualifiers) && block.instance.is_none();
        let mut members: Vec<Member> = Vec::new();
        for declaration in &block.members {
            let qualifiers = Qualifiers::collect(self, &declaration.ty.qualifiers);
            let place = if direction == Direction::In { Place::InputMember } else { Place::OutputMember };
            self.check_place(&qualifiers, place);
            let base = self.type_specifier(&declaration.ty.specifier, &[]);
            let interface = self.interface_of(&qualifiers, direction);
            for declarator in &declaration.declarators {
                let Some(ty) = base.and_then(|base| self.array_type(base, &[], &declarator.dimensions)) else {
                    continue;
                };
                let text = self.text(declarator.name.symbol);
                let Some(row) = rows.iter().find(|row| row.name == text).copied() else {
                    self.error(
                        Code::BuiltinRedeclaration,
                        declarator.name.span,
                        format!("`{text}` is no member of `{name}`"),
                    );
                    continue;
                };
                let Some(length) = self.redeclared_length(row, ty, declarator.name) else { continue };
                let interface = Interface {
                    feedback: interface.feedback.or(outer.feedback),
                    stream: interface.stream.or(outer.stream),
                    ..interface.clone()
                };
                self.note_redeclared(row, length, interface, &qualifiers, declarator.name.span);
                let member = self.builtin_block_member(row);
                members.push(Member { span: declarator.name.span, ..member });
            }
        }
        if members.is_empty() {
            return;
        }
        let instance = block.instance.map_or("", |name| self.text(name.symbol));
        if !known.instance.is_empty() && instance != known.instance && !is_bare {
            let (known, what) = (known.instance, direction.what());
            self.report(
                Diagnostic::error(
                    Code::BuiltinRedeclaration,
                    block.instance.unwrap_or(block.name).span,
                    format!("the instance of `{name}` that is {what} is named `{known}`"),
                )
                .with_help(format!("end the block with `}} {known}[];`"))
                .with_note("GLSL 4.60, 7.1"),
            );
            return;
        }
        let structure = self.builtin_structure(known.name, members);
        let contents = self.types.insert(Type::Struct(structure));
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
        self.globals.get_mut(made.global).decorations = decorations;
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
}

const fn direction_of(storage: spirv::StorageClass) -> Direction {
    match storage {
        spirv::StorageClass::Output => Direction::Out,
        _ => Direction::In,
    }
}

/// What else than a vertex or an invocation there is a variable for.
fn rate_of(row: &builtins::Variable) -> Option<InterfaceRate> {
    row.rate.map(|rate| match rate {
        VariableRate::Patch => InterfaceRate::Patch,
        VariableRate::Primitive => InterfaceRate::Primitive,
    })
}

fn key(row: &builtins::Variable) -> Key {
    (row.builtin, row.storage)
}

fn plain_global(name: &str, ty: Handle<Type>, storage: StorageClass) -> GlobalVariable {
    GlobalVariable {
        name: name.to_owned(),
        ty,
        storage,
        binding: None,
        heap: None,
        builtin: None,
        qualifiers: MemoryQualifiers::NONE,
        initializer: None,
        interface: Interface::default(),
        decorations: Vec::new(),
        span: Span::UNDEFINED,
    }
}
