//! Inputs and outputs of a stage: variables (GLSL 4.60, 4.3.4 and 4.3.6).
//!
//! Comes in: the declaration of a variable with `in` or `out`. Goes out: a global with its interface. Must not depend on:
//! which locations others have; `location` looks at all of them at the end.

use crate::builtins::{ImageDimension, extensions};
use crate::diagnostics::Diagnostic;
use crate::hir::{
    ArrayLength, ExecutionMode, Feedback, Handle, Interface, InterfaceRate, Interpolation, PlaceRoot, ScalarKind, Span,
    StorageClass, Type,
};
use crate::sema::context::scope::{Entity, Variable};
use crate::sema::interface::execution_mode::ModePlace;
use crate::sema::qualifiers::layout_decoration::is_passed_through;
use crate::sema::qualifiers::qualifier::{Qualifiers, Storage};
use crate::sema::qualifiers::qualifier_place::Place;
use crate::sema::{Analyzer, Code};
use crate::stage::{Stage, StageVariant};
use crate::syntax::ast::{Declarator, Name};
use std::collections::BTreeMap;

/// Inputs and outputs of the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::sema) enum Direction {
    In,
    Out,
}

impl Direction {
    /// The direction of a storage qualifier.
    pub(in crate::sema) const fn of(storage: Storage) -> Option<Self> {
        match storage {
            Storage::In => Some(Direction::In),
            Storage::Out => Some(Direction::Out),
            _ => None,
        }
    }

    pub(in crate::sema) const fn storage_class(self) -> StorageClass {
        match self {
            Direction::In => StorageClass::Input,
            Direction::Out => StorageClass::Output,
        }
    }

    /// The same in the built-in tables.
    pub(super) const fn spirv_class(self) -> spirv::StorageClass {
        match self {
            Direction::In => spirv::StorageClass::Input,
            Direction::Out => spirv::StorageClass::Output,
        }
    }

    pub(in crate::sema) const fn what(self) -> &'static str {
        match self {
            Direction::In => "an input",
            Direction::Out => "an output",
        }
    }

    /// Why a variable of this direction cannot be written to.
    pub(in crate::sema) fn read_only(self) -> Option<&'static str> {
        (self == Direction::In).then_some("which is an input of the stage")
    }
}

/// Outputs that a shader says by an execution mode that it writes.
const IMPLIED_MODES: &[(spirv::BuiltIn, ExecutionMode)] = &[
    (spirv::BuiltIn::FragDepth, ExecutionMode::DepthReplacing),
    (spirv::BuiltIn::FragStencilRefEXT, ExecutionMode::StencilRefReplacing),
];

/// What `layout(...) out;` sets for later outputs.
#[derive(Clone, Debug, Default)]
pub(in crate::sema) struct OutputDefaults {
    stream: Option<u32>,
    pub(in crate::sema) xfb_buffer: Option<u32>,
    /// The strides of the buffers of transform feedback.
    pub(super) strides: BTreeMap<u32, (u32, Span)>,
}

impl Analyzer<'_> {
    /// `in type name;` and `out type name;`
    pub(in crate::sema) fn interface_variable(
        &mut self,
        ty: Handle<Type>,
        qualifiers: &Qualifiers,
        declarator: &Declarator,
        direction: Direction,
        span: Span,
    ) {
        let name = declarator.name;
        if self.redeclares_builtin(name, direction) {
            self.redeclare_variable(ty, qualifiers, declarator, direction);
            return;
        }
        let place = if direction == Direction::In { Place::Input } else { Place::Output };
        self.check_place(qualifiers, place);
        self.no_memory_qualifiers(qualifiers, direction.what());
        self.check_decorated_variable(qualifiers, self.text(name.symbol));
        self.declare_modes(&qualifiers.layout.modes, ModePlace::Variable(""));
        let exists = self.has_direction(direction, "variables", span)
            && self.check_task_memory(qualifiers, direction, false, name.span);
        if let Some(initializer) = declarator.initializer {
            let what = direction.what();
            self.report(
                Diagnostic::error(
                    Code::InterfaceType,
                    self.span_of(initializer),
                    format!("{what} of a stage cannot have an initializer"),
                )
                .with_note("GLSL 4.60, 4.3"),
            );
        }
        if !exists || !self.check_interface_type(ty, direction, name) {
            self.declare(name, Entity::Error);
            return;
        }
        let mut interface = self.interface_of(qualifiers, direction);
        let declared = ty;
        let viewed = if interface.per_view { self.sized_views(ty, false, name) } else { Some(ty) };
        let sized = viewed.and_then(|ty| match *self.types.get(ty) {
            Type::Array { .. } => self.sized_interface(ty, interface.rate, direction, name),
            _ if is_passed_through(qualifiers) => Some(ty),
            _ => self.sized_interface(ty, interface.rate, direction, name),
        });
        let Some(ty) = sized else {
            self.declare(name, Entity::Error);
            return;
        };
        if self.has_runtime_size(ty) {
            self.unsized_variable(name);
            return;
        }
        self.check_flat(ty, &mut interface, direction, name.span);
        let mut variable = self.new_global(name, ty, direction.storage_class(), qualifiers, None, None);
        variable.read_only = direction.read_only();
        self.set_interface(&variable, interface);
        if let PlaceRoot::Global(global) = variable.root {
            self.note_unsized(declared, global);
        }
        self.declare(name, Entity::Variable(variable));
    }

    /// Whether the stage has inputs or outputs of its own; reports it if not.
    pub(super) fn has_direction(&mut self, direction: Direction, what: &str, span: Span) -> bool {
        let facts = self.stage.facts();
        let (exists, word) = match direction {
            Direction::In => (facts.has_inputs, "in"),
            Direction::Out => (facts.has_outputs, "out"),
        };
        if !exists {
            let stage = facts.with_article();
            self.report(
                Diagnostic::error(Code::QualifierMisplaced, span, format!("{stage} shader has no `{word}` {what}"))
                    .with_note("GLSL 4.60, 4.3.4 and 4.3.6: use buffers and images"),
            );
        }
        exists
    }

    /// Whether a variable of this type may lie between two stages; reports it if not.
    pub(super) fn check_interface_type(&mut self, ty: Handle<Type>, direction: Direction, name: Name) -> bool {
        let is = |kind: ScalarKind| move |part: &Type| part.scalar().is_some_and(|it| it.kind == kind);
        let is_double = |part: &Type| part.scalar().is_some_and(|it| it.kind == ScalarKind::Float && it.width == 8);
        let is_structure = matches!(self.types.get(self.element_of_arrays(ty)), Type::Struct(_));
        let what = match (self.stage, direction) {
            (Stage::Vertex, Direction::In) => "an input of a vertex shader",
            (Stage::Fragment, Direction::Out) => "an output of a fragment shader",
            _ => direction.what(),
        };
        let found = if self.contains_opaque(ty) {
            Some("a resource")
        } else if self.types.contains(ty, |part| matches!(part, Type::Reference(_))) {
            Some("a buffer reference")
        } else if self.types.contains(ty, is(ScalarKind::Bool)) {
            Some("a `bool`")
        } else if self.small_float_part(ty).is_some() {
            // Its values have no arithmetic, and SPIR-V no interface of it (GL_EXT_bfloat16, GL_EXT_float_e5m2).
            Some("a floating-point type without arithmetic")
        } else {
            match (self.stage, direction) {
                (Stage::Vertex, Direction::In) if is_structure => Some("a structure"),
                (Stage::Fragment, Direction::Out) if is_structure => Some("a structure"),
                (Stage::Fragment, Direction::Out)
                    if self.types.contains(ty, |part| matches!(part, Type::Matrix { .. })) =>
                {
                    Some("a matrix")
                }
                (Stage::Fragment, Direction::Out) if self.types.contains(ty, is_double) => Some("a `double`"),
                _ => None,
            }
        };
        if let Some(found) = found {
            self.report(
                Diagnostic::error(Code::InterfaceType, name.span, format!("{what} cannot be or contain {found}"))
                    .with_note(if direction == Direction::In { "GLSL 4.60, 4.3.4" } else { "GLSL 4.60, 4.3.6" }),
            );
        }
        found.is_none() && self.no_hidden_part(ty, what, name.span)
    }

    /// Reports an input of a fragment shader that nothing can interpolate (GLSL 4.60, 4.3.4). What belongs to primitives is
    /// `flat` without the word, which SPIR-V wants to be said (VUID-StandaloneSpirv-Flat-04744).
    pub(super) fn check_flat(&mut self, ty: Handle<Type>, interface: &mut Interface, direction: Direction, span: Span) {
        let own = matches!(interface.interpolation, Some(Interpolation::Flat | Interpolation::Explicit))
            || interface.rate == Some(InterfaceRate::Vertex);
        if self.stage != Stage::Fragment || direction != Direction::In || own {
            return;
        }
        let whole = |part: &Type| {
            part.scalar().is_some_and(|it| {
                matches!(it.kind, ScalarKind::Sint | ScalarKind::Uint)
                    || (it.kind == ScalarKind::Float && it.width == 8)
            })
        };
        let is_whole = self.types.contains(ty, whole);
        if is_whole && interface.rate == Some(InterfaceRate::Primitive) {
            interface.interpolation = Some(Interpolation::Flat);
        } else if is_whole {
            let spelled = self.spell(ty);
            self.report(
                Diagnostic::error(
                    Code::InterpolationMissing,
                    span,
                    format!("this `{spelled}` is not interpolated, the input must be `flat`"),
                )
                .with_help("write `flat in`, here and on the output of the stage before")
                .with_note("GLSL 4.60, 4.3.4: inputs of integers or doubles"),
            );
        }
    }

    /// What the qualifiers of a declaration say about the interface.
    pub(super) fn interface_of(&mut self, qualifiers: &Qualifiers, direction: Direction) -> Interface {
        let layout = &qualifiers.layout;
        let words = qualifiers.interface;
        let captured = direction == Direction::Out
            && (layout.xfb_buffer.is_some() || layout.xfb_offset.is_some() || layout.xfb_stride.is_some());
        let buffer = layout.xfb_buffer.map_or(self.output_defaults.xfb_buffer, |(it, _)| Some(it)).unwrap_or(0);
        let feedback = captured.then_some(Feedback { buffer, offset: layout.xfb_offset.map(|(it, _)| it), stride: 0 });
        if let Some((stride, span)) = layout.xfb_stride {
            self.set_feedback_stride(buffer, stride, span);
        }
        let default_stream = self.output_defaults.stream.filter(|_| direction == Direction::Out);
        Interface {
            builtin: None,
            attachment: None,
            location: layout.location.map(|(it, _)| it),
            component: layout.component.map(|(it, _)| it),
            index: layout.index.map(|(it, _)| it),
            stream: layout.stream.map(|(it, _)| it).or(default_stream),
            feedback,
            interpolation: words.interpolation.map(|(it, _)| it),
            sampling: words.sampling.map(|(it, _)| it),
            rate: words.rate.map(|(it, _)| it),
            per_view: words.per_view.is_some(),
            invariant: words.invariant.is_some() || (self.all_invariant && direction == Direction::Out),
        }
    }

    pub(super) fn set_interface(&mut self, variable: &Variable, interface: Interface) {
        if let PlaceRoot::Global(global) = variable.root {
            self.globals.get_mut(global).interface = interface;
        }
    }

    /// `layout(...) in;`
    pub(in crate::sema) fn input_defaults(&mut self, qualifiers: &Qualifiers, span: Span) {
        self.check_place(qualifiers, Place::InputDefaults);
        self.declare_modes(&qualifiers.layout.modes, ModePlace::In);
        let sized = qualifiers.layout.local_size.iter().any(Option::is_some)
            || qualifiers.layout.local_size_id.iter().any(Option::is_some);
        if sized && self.stage.facts().has_workgroups {
            self.declare_workgroup_size(&qualifiers.layout, span);
        } else if !sized && qualifiers.layout.words.is_empty() {
            self.report(Diagnostic::warning(Code::DeclaresNothing, span, "this declares nothing"));
        }
    }

    /// `layout(...) out;`
    pub(in crate::sema) fn output_layout(&mut self, qualifiers: &Qualifiers, span: Span) {
        self.check_place(qualifiers, Place::OutputDefaults);
        self.declare_modes(&qualifiers.layout.modes, ModePlace::Out);
        let layout = &qualifiers.layout;
        if layout.words.is_empty() {
            self.report(Diagnostic::warning(Code::DeclaresNothing, span, "this declares nothing"));
        }
        self.output_defaults.stream = layout.stream.map(|(it, _)| it).or(self.output_defaults.stream);
        self.output_defaults.xfb_buffer = layout.xfb_buffer.map(|(it, _)| it).or(self.output_defaults.xfb_buffer);
        if let Some((stride, span)) = layout.xfb_stride {
            let buffer = self.output_defaults.xfb_buffer.unwrap_or(0);
            self.set_feedback_stride(buffer, stride, span);
        }
    }

    fn set_feedback_stride(&mut self, buffer: u32, stride: u32, span: Span) {
        let earlier = self.output_defaults.strides.insert(buffer, (stride, span));
        if let Some((_, first)) = earlier.filter(|(earlier, _)| *earlier != stride) {
            self.report(
                Diagnostic::error(
                    Code::LayoutConflict,
                    span,
                    format!(
                        "the stride of buffer {buffer} of transform feedback is declared twice, with different values"
                    ),
                )
                .with_secondary(first, "the other one")
                .with_note("GLSL 4.60, 4.4.2.1"),
            );
        }
    }

    /// The type below the dimension that counts vertices, where the stage has one and the variable is of that sort.
    pub(super) fn per_vertex_element(
        &self,
        ty: Handle<Type>,
        interface: &Interface,
        direction: Direction,
    ) -> Option<(Handle<Type>, ArrayLength)> {
        let facts = self.stage.facts();
        let arrayed = match direction {
            Direction::In => facts.input_array.is_some() || interface.rate == Some(InterfaceRate::Vertex),
            Direction::Out => facts.output_array.is_some(),
        };
        match *self.types.get(ty) {
            Type::Array { element, length }
                if arrayed && !matches!(interface.rate, Some(InterfaceRate::Patch | InterfaceRate::Task)) =>
            {
                Some((element, length))
            }
            _ => None,
        }
    }

    /// `layout(input_attachment_index = n)`, which subpass inputs must have and nothing else (GL_KHR_vulkan_glsl).
    pub(in crate::sema) fn set_attachment(
        &mut self,
        variable: &Variable,
        qualifiers: &Qualifiers,
        resource: Handle<Type>,
        span: Span,
    ) {
        let is_input = matches!(
            self.types.get(resource),
            Type::Image(image) if image.shape.dimension == ImageDimension::Subpass
        );
        let message = match (is_input, qualifiers.layout.input_attachment_index) {
            (true, Some((index, _))) => {
                self.set_interface(variable, Interface { attachment: Some(index), ..Interface::default() });
                return;
            }
            (false, None) => return,
            (true, None) if self.is_on(extensions::GL_EXT_optional_input_attachment_index) => return,
            (true, None) => "a subpass input needs an `input_attachment_index`",
            (false, Some(_)) => "only a subpass input has an `input_attachment_index`",
        };
        let place = qualifiers.layout.input_attachment_index.map_or(span, |(_, span)| span);
        self.report(
            Diagnostic::error(Code::LayoutQualifier, place, message).with_note("GL_KHR_vulkan_glsl, subpass inputs"),
        );
    }

    /// What can only be said when all inputs and outputs are known. Gives what an extension makes of the stage.
    pub(in crate::sema) fn finish_stage(&mut self) -> Option<&'static StageVariant> {
        if self.stage == Stage::Fragment {
            self.modes.imply(ExecutionMode::OriginUpperLeft);
        }
        let implied = IMPLIED_MODES.iter().filter(|(builtin, _)| self.writes_builtin(*builtin));
        for (_, mode) in implied.collect::<Vec<_>>() {
            self.modes.imply(*mode);
        }
        // The default of ARB_fragment_shader_interlock, 4.4.1.3.
        if self.modes.interlocks && self.modes.of_family("interlock").is_none() {
            self.modes.imply(ExecutionMode::PixelInterlockOrdered);
        }
        self.check_stage_extension();
        self.finish_tile_shading();
        self.finish_tile_images();
        self.finish_layouts();
        self.finish_vertices();
        self.finish_feedback();
        self.finish_locations();
        self.finish_views();
        self.stage_variant()
    }
}
