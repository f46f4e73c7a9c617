//! Task and mesh shaders: which of the two extensions a shader uses, task memory, views, and primitive indices
//! (GL_EXT_mesh_shader, GL_NV_mesh_shader).
//!
//! Comes in: declarations of inputs and outputs, and writes to them. Goes out: reports, types with a dimension for
//! views. Must not depend on: how many vertices and primitives there are; `per_vertex` knows.

use crate::builtins::vocabulary::BuiltIn;
use crate::builtins::{self, BuiltinType, ElementCount, Gate};
use crate::hir::{
    ArrayLength, GlobalVariable, Handle, InterfaceRate, Member, PackingRules, PlaceRoot, PlaceStep, Span, Struct, Type,
};
use crate::sema::Analyzer;
use crate::sema::expressions::operand::Path;
use crate::sema::interface::messages;
use crate::sema::interface::stage_interface::Direction;
use crate::sema::qualifiers::qualifier::Qualifiers;
use crate::stage::{Stage, StageVariant};
use crate::syntax::ast::Name;

/// Outputs for all views at once, each with its per-view counterpart; a shader writes one of the two
/// (GL_NV_mesh_shader, 7.1).
const SINGLE_AND_PER_VIEW: &[(BuiltIn, BuiltIn)] = &[
    (BuiltIn::Position, BuiltIn::PositionPerViewNV),
    (BuiltIn::ClipDistance, BuiltIn::ClipDistancePerViewNV),
    (BuiltIn::CullDistance, BuiltIn::CullDistancePerViewNV),
    (BuiltIn::Layer, BuiltIn::LayerPerViewNV),
    (BuiltIn::ViewportMaskNV, BuiltIn::ViewportMaskPerViewNV),
];

impl Analyzer<'_> {
    /// The variant of the stage that the shader's extension defines: for task and mesh shaders, and for fragment
    /// shaders that read per-primitive values.
    pub(in crate::sema) fn stage_variant(&mut self) -> Option<&'static StageVariant> {
        let facts = self.module.stage.facts();
        let on: Vec<_> = facts.variants.iter().filter(|it| self.is_enabled(it.extension)).collect();
        if on.is_empty() || !(facts.has_workgroups || self.has_primitive_inputs()) {
            return None;
        }
        if let [first, second, ..] = *on.as_slice() {
            self.report(messages::extensions_exclude_each_other(Span::UNDEFINED, &first.extension, &second.extension));
            return None;
        }
        let variant = *on.first()?;
        let gate = Gate::since(facts.versions.0, facts.versions.1, variant.spirv);
        self.check_spirv_version(&gate, variant.extension, Span::UNDEFINED);
        Some(variant)
    }

    fn has_primitive_inputs(&self) -> bool {
        let is_primitive = |rate| rate == Some(InterfaceRate::Primitive);
        self.module.globals.iter().any(|(_, it)| is_primitive(it.interface.rate))
            || self
                .module
                .types
                .structs
                .iter()
                .any(|(_, it)| it.members.iter().any(|it| is_primitive(it.interface.rate)))
    }

    /// Whether inputs or outputs of a task or mesh shader are declared where they may be: everything passed between the
    /// two is in one block with `taskNV`; reports it if not.
    pub(in crate::sema) fn check_task_memory(
        &mut self,
        qualifiers: &Qualifiers,
        direction: Direction,
        is_block: bool,
        span: Span,
    ) -> bool {
        let is_between =
            matches!((self.module.stage, direction), (Stage::Task, Direction::Out) | (Stage::Mesh, Direction::In));
        let is_task = matches!(qualifiers.interface.rate, Some((InterfaceRate::Task, _)));
        if !is_between {
            return true;
        }
        let stage = self.module.stage.name();
        let what = if direction == Direction::In { "inputs" } else { "outputs" };
        if !is_task || !is_block {
            let help = if self.is_enabled("GL_NV_mesh_shader") {
                "declare a block with `taskNV`"
            } else {
                "declare a variable with `taskPayloadSharedEXT`"
            };
            self.report(messages::task_memory_outside_block(span, &stage, &what, help));
            return false;
        }
        if let Some((_, span)) = qualifiers.layout.location {
            self.report(messages::task_block_with_location(span));
        }
        let is_it = |it: &GlobalVariable| it.interface.rate == Some(InterfaceRate::Task);
        let earlier = self.module.globals.iter().find(|(_, it)| is_it(it)).map(|(_, it)| it.span);
        if let Some(earlier) = earlier {
            self.report(messages::second_task_block(span, earlier));
        }
        true
    }

    /// Gives the members of a block with `taskNV` their offsets, as std430 has them.
    pub(in crate::sema) fn place_task_members(&mut self, members: &mut [Member]) {
        let layouter = self.module.layouter(PackingRules::Std430);
        let offsets = layouter.member_offsets(members, crate::hir::MatrixMajor::Column);
        for (member, offset) in members.iter_mut().zip(offsets) {
            member.offset = Some(offset);
        }
    }

    fn view_count(&self) -> u32 {
        self.limit("gl_MaxMeshViewCountNV").unwrap_or(1)
    }

    /// An array with a `ty` for each view.
    pub(in crate::sema) fn with_views(&mut self, ty: Handle<Type>) -> Handle<Type> {
        let length = ArrayLength::Constant(self.view_count());
        self.module.array(ty, length)
    }

    /// The element for each view of an array over views; reports a type that is not one.
    pub(in crate::sema) fn view_element(&mut self, ty: Handle<Type>, span: Span) -> Option<Handle<Type>> {
        let views = self.view_count();
        let message = match *self.module.types.get(ty) {
            Type::Array { element, length: ArrayLength::Runtime } => return Some(element),
            Type::Array { element, length: ArrayLength::Constant(length) } if length == views => return Some(element),
            Type::Array { .. } => messages::wrong_number_of_views(span, views),
            _ => messages::not_an_array_of_views(span),
        };
        self.report(message);
        None
    }

    /// The type of an output with `perviewNV`, whose dimension for views has its size. That dimension is the outermost
    /// one of a block member, and the one inside the vertices or primitives of a variable.
    pub(in crate::sema) fn sized_views(
        &mut self,
        ty: Handle<Type>,
        is_member: bool,
        name: Name,
    ) -> Option<Handle<Type>> {
        if is_member {
            let element = self.view_element(ty, name.span)?;
            return Some(self.with_views(element));
        }
        // A type that is no array at all is reported elsewhere.
        let Type::Array { element, length } = *self.module.types.get(ty) else { return Some(ty) };
        let element = self.view_element(element, name.span)?;
        let element = self.with_views(element);
        Some(self.module.array(element, length))
    }

    /// The type without the dimension for views: all views of an output share its locations.
    pub(in crate::sema) fn without_views(&self, ty: Handle<Type>, per_view: bool) -> Handle<Type> {
        match *self.module.types.get(ty) {
            Type::Array { element, .. } if per_view => element,
            _ => ty,
        }
    }

    /// Whether the array of primitive indices is the one for the primitives that the shader outputs; reports it if not.
    pub(in crate::sema) fn check_primitive_indices(&mut self, row: &builtins::Variable, span: Span) -> bool {
        let (Some(ElementCount::Primitives), BuiltinType::AnyArray(element)) = (row.counts, row.ty) else {
            return true;
        };
        let corners = if let BuiltinType::Vector(size, _) = element { size.get() } else { 1 };
        let Some(made) = self.corner_count().filter(|made| *made != corners) else { return true };
        let made = match made {
            1 => "points",
            2 => "lines",
            _ => "triangles",
        };
        self.report(messages::not_for_primitive(span, &row.name, &made));
        false
    }

    /// Whether a redeclaration gives an array of primitive indices the size that the layouts give it; reports it if not.
    pub(in crate::sema) fn check_index_count(
        &mut self,
        row: &builtins::Variable,
        length: Option<u32>,
        name: Name,
    ) -> bool {
        let (Some(counts), Some(length)) = (row.counts, length) else { return true };
        let Some(count) = self.element_count(counts).filter(|count| *count != length) else { return true };
        let text = row.name;
        self.report(messages::size_differs_from_layouts(name.span, &text, &length, &count));
        false
    }

    /// Whether a write to the indices of a primitive writes all of them; reports it if not.
    pub(in crate::sema) fn check_whole_indices(&mut self, path: &Path, span: Span) -> bool {
        let PlaceRoot::Global(handle) = path.root else { return true };
        let Ok(global) = self.module.globals.try_get(handle) else { return true };
        let counted = global.builtin.is_some_and(|row| row.counts == Some(ElementCount::Primitives));
        let is_part = path.swizzle.is_some() || path.steps.len() > 1;
        if !counted || !is_part {
            return true;
        }
        self.report(messages::part_of_primitive_indices(span));
        false
    }

    /// Records that a member of a built-in block is named; returns whether it may be.
    pub(in crate::sema) fn note_member(&mut self, structure: Handle<Struct>, steps: &[PlaceStep], span: Span) -> bool {
        let Some(PlaceStep::Member(index)) = steps.last() else { return true };
        let member = self.module.types.structure(structure).and_then(|it| it.members.get(*index as usize));
        let Some(row) = member.and_then(|member| member.interface.builtin) else { return true };
        self.builtins.members.entry(row.builtin).or_insert((row.name, span));
        self.check_gate(row.gate, row.name, span)
    }

    /// Reports outputs that a shader writes for all views and for each of them.
    pub(in crate::sema) fn finish_views(&mut self) {
        if self.module.stage != Stage::Mesh {
            return;
        }
        for (single, per_view) in SINGLE_AND_PER_VIEW {
            let members = &self.builtins.members;
            let (Some(&single), Some(&per_view)) = (members.get(single), members.get(per_view)) else { continue };
            self.report(messages::single_and_per_view(per_view.1, &single.0, &per_view.0, single.1));
        }
    }
}
