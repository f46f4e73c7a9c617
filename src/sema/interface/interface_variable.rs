//! Inputs and outputs of a stage: variables (GLSL 4.60, 4.3.4 and 4.3.6).
//!
//! Comes in: the declaration of a variable with `in` or `out`. Goes out: a global with its interface. Must not depend
//! on: the locations of others; `location` looks at all of them at the end.

use crate::builtins::{ImageDimension, extensions};
use crate::hir::{Handle, Interface, PlaceRoot, Span, Type};
use crate::sema::Analyzer;
use crate::sema::context::message;
use crate::sema::context::scope::{Entity, Variable};
use crate::sema::interface::execution_mode::ModePlace;
use crate::sema::interface::messages;
use crate::sema::interface::stage_interface::Direction;
use crate::sema::qualifiers::layout_decoration::is_passed_through;
use crate::sema::qualifiers::qualifier::Qualifiers;
use crate::sema::qualifiers::qualifier_place::Place;
use crate::syntax::ast::Declarator;

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
        self.check_memory(qualifiers, place, None);
        self.check_decorated_variable(qualifiers, self.text(name.symbol));
        self.declare_modes(&qualifiers.layout.modes, ModePlace::Variable(""));
        let exists = self.has_direction(direction, "variables", span)
            && self.check_task_memory(qualifiers, direction, false, name.span);
        if let Some(initializer) = declarator.initializer {
            let what = direction.what();
            self.report(messages::interface_with_initializer(self.span_of(initializer), &what));
        }
        if !exists
            || !self.check_interface_type(ty, direction, name)
            || !self.check_es_interface_type(ty, direction, name)
        {
            self.declare(name, Entity::Error);
            return;
        }
        let mut interface = self.interface_of(qualifiers, direction);
        let declared = ty;
        let viewed = if interface.per_view { self.sized_views(ty, false, name) } else { Some(ty) };
        let sized = viewed.and_then(|ty| match *self.module.types.get(ty) {
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

    /// `layout(...) in;`
    pub(in crate::sema) fn input_defaults(&mut self, qualifiers: &Qualifiers, span: Span) {
        if !self.check_defaults(qualifiers, Place::InputDefaults) {
            return;
        }
        self.declare_modes(&qualifiers.layout.modes, ModePlace::In);
        let sized = qualifiers.layout.local_size.iter().any(Option::is_some)
            || qualifiers.layout.local_size_id.iter().any(Option::is_some);
        if sized && self.module.stage.facts().has_workgroups {
            self.declare_workgroup_size(&qualifiers.layout, span);
        } else if !sized && qualifiers.layout.words.is_empty() {
            self.report(message::declares_nothing(span));
        }
    }

    /// `layout(...) out;`
    pub(in crate::sema) fn output_layout(&mut self, qualifiers: &Qualifiers, span: Span) {
        if !self.check_defaults(qualifiers, Place::OutputDefaults) {
            return;
        }
        self.declare_modes(&qualifiers.layout.modes, ModePlace::Out);
        let layout = &qualifiers.layout;
        if layout.words.is_empty() {
            self.report(message::declares_nothing(span));
        }
        self.output_defaults.stream = layout.stream.map(|(it, _)| it).or(self.output_defaults.stream);
        self.output_defaults.xfb_buffer = layout.xfb_buffer.map(|(it, _)| it).or(self.output_defaults.xfb_buffer);
        if let Some((stride, span)) = layout.xfb_stride {
            let buffer = self.output_defaults.xfb_buffer.unwrap_or(0);
            self.set_feedback_stride(buffer, stride, span);
        }
    }

    /// `layout(input_attachment_index = n)`, which subpass inputs, and only they, must have (GL_KHR_vulkan_glsl).
    pub(in crate::sema) fn set_attachment(
        &mut self,
        variable: &Variable,
        qualifiers: &Qualifiers,
        resource: Handle<Type>,
        span: Span,
    ) {
        let is_input = matches!(
            self.module.types.get(resource),
            Type::Image(image) if image.shape.dimension == ImageDimension::Subpass
        );
        if is_input && self.is_on(extensions::GL_EXT_shader_tile_image) {
            self.report(messages::subpass_inputs_cannot_be_combined_with_tile(span));
            return;
        }
        let is_array = matches!(self.module.types.get(variable.ty), Type::Array { .. });
        let index = qualifiers.layout.input_attachment_index;
        let message = match (is_input, index) {
            (true, Some((index, _))) => {
                self.set_interface(variable, Interface { attachment: Some(index), ..Interface::default() });
                return;
            }
            (false, None) => return,
            (true, None) if self.is_on(extensions::GL_EXT_optional_input_attachment_index) && !is_array => return,
            (true, None) => messages::needs_attachment_index(span),
            (false, Some((_, place))) => messages::misplaced_attachment_index(place),
        };
        self.report(message);
    }
}
