//! What variables, blocks and their members have in common as inputs and outputs of a stage (GLSL 4.60, 4.3.4 and 4.3.6).
//!
//! Comes in: qualifiers and types. Goes out: interfaces, and whether such inputs and outputs are allowed. Must not
//! depend on: whether it is a variable or a block.

use crate::hir::{
    ArrayLength, Feedback, Handle, Interface, InterfaceRate, Interpolation, PlaceRoot, ScalarKind, Span, StorageClass,
    Type,
};
use crate::sema::Analyzer;
use crate::sema::context::feature::DOUBLE_ATTRIBUTES;
use crate::sema::context::scope::Variable;
use crate::sema::interface::messages;
use crate::sema::qualifiers::qualifier::{Qualifiers, Storage};
use crate::stage::Stage;
use crate::syntax::ast::Name;
use std::collections::BTreeMap;

/// Inputs and outputs of the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::sema) enum Direction {
    In,
    Out,
}

/// What `layout(...) out;` sets for later outputs.
#[derive(Clone, Debug, Default)]
pub(in crate::sema) struct OutputDefaults {
    pub(super) stream: Option<u32>,
    pub(in crate::sema) xfb_buffer: Option<u32>,
    /// The strides of the buffers of transform feedback.
    pub(super) strides: BTreeMap<u32, (u32, Span)>,
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

    /// Its storage class in the built-in tables.
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

impl Analyzer<'_> {
    /// Whether the stage has inputs or outputs of its own; reports it if not.
    pub(super) fn has_direction(&mut self, direction: Direction, what: &str, span: Span) -> bool {
        let facts = self.module.stage.facts();
        let (exists, word) = match direction {
            Direction::In => (facts.has_inputs, "in"),
            Direction::Out => (facts.has_outputs, "out"),
        };
        if !exists {
            let stage = facts.with_article();
            self.report(messages::no_interface_in_stage(span, &stage, &word, &what));
        }
        exists
    }

    /// Whether a variable of this type may be passed between two stages; reports it if not.
    pub(super) fn check_interface_type(&mut self, ty: Handle<Type>, direction: Direction, name: Name) -> bool {
        let is = |kind: ScalarKind| move |part: &Type| part.scalar().is_some_and(|it| it.kind == kind);
        let is_double = |part: &Type| part.scalar().is_some_and(|it| it.kind == ScalarKind::Float && it.width == 8);
        let is_structure = matches!(self.module.types.get(self.element_of_arrays(ty)), Type::Struct(_));
        let what = match (self.module.stage, direction) {
            (Stage::Vertex, Direction::In) => "an input of a vertex shader",
            (Stage::Fragment, Direction::Out) => "an output of a fragment shader",
            _ => direction.what(),
        };
        let found = if self.contains_opaque(ty) {
            Some("a resource")
        } else if self.module.types.contains(ty, |part| matches!(part, Type::Reference(_))) {
            Some("a buffer reference")
        } else if self.module.types.contains(ty, is(ScalarKind::Bool)) {
            Some("a `bool`")
        } else if self.small_float_part(ty).is_some() {
            // Its values have no arithmetic, and SPIR-V does not allow it in interfaces (GL_EXT_bfloat16,
            // GL_EXT_float_e5m2).
            Some("a floating-point type without arithmetic")
        } else {
            match (self.module.stage, direction) {
                (Stage::Vertex, Direction::In) if is_structure => Some("a structure"),
                (Stage::Fragment, Direction::Out) if is_structure => Some("a structure"),
                (Stage::Fragment, Direction::Out)
                    if self.module.types.contains(ty, |part| matches!(part, Type::Matrix { .. })) =>
                {
                    Some("a matrix")
                }
                (Stage::Fragment, Direction::Out) if self.module.types.contains(ty, is_double) => Some("a `double`"),
                _ => None,
            }
        };
        if let Some(found) = found {
            let section = if direction == Direction::In { "GLSL 4.60, 4.3.4" } else { "GLSL 4.60, 4.3.6" };
            self.report(messages::wrong_interface_type(name.span, &what, &found, section));
        }
        let is_attribute = (self.module.stage, direction) == (Stage::Vertex, Direction::In);
        found.is_none()
            && self.no_hidden_part(ty, what, name.span)
            && (!is_attribute
                || !self.module.types.contains(ty, is_double)
                || self.require_feature(&DOUBLE_ATTRIBUTES, name.span))
    }

    /// What ESSL forbids in addition (GLSL ES 3.20, 4.3.4 and 4.3.6).
    pub(super) fn check_es_interface_type(&mut self, ty: Handle<Type>, direction: Direction, name: Name) -> bool {
        if !self.version.is_es() {
            return true;
        }
        if direction == Direction::In && !matches!(self.module.stage, Stage::Vertex | Stage::Fragment) {
            return self.check_es_input_structure(ty, name);
        }
        let what = direction.what();
        let passes = matches!(
            (self.module.stage, direction),
            (Stage::Vertex, Direction::Out) | (Stage::Fragment, Direction::In)
        );
        let nested = |part: &Type| matches!(part, Type::Array { .. } | Type::Struct(_));
        let found = match *self.module.types.get(ty) {
            Type::Array { .. } if (self.module.stage, direction) == (Stage::Vertex, Direction::In) => "an array",
            Type::Array { element, .. } if passes && matches!(self.module.types.get(element), Type::Array { .. }) => {
                "an array of arrays"
            }
            Type::Array { element, .. } if passes && matches!(self.module.types.get(element), Type::Struct(_)) => {
                "an array of structures"
            }
            Type::Struct(structure) if passes => {
                let members = self.module.types.structure(structure).map_or(&[][..], |it| &it.members);
                if members.iter().any(|member| nested(self.module.types.get(member.ty))) {
                    "a structure with arrays or structures in it"
                } else {
                    return true;
                }
            }
            _ => return true,
        };
        self.report(messages::not_in_essl(name.span, &what, &found));
        false
    }

    /// In ESSL, structures that tessellation and geometry shaders get have no arrays and structures in them.
    fn check_es_input_structure(&mut self, ty: Handle<Type>, name: Name) -> bool {
        let is_nested = |part: &Type| matches!(part, Type::Array { .. } | Type::Struct(_));
        let structure = match *self.module.types.get(self.element_of_arrays(ty)) {
            Type::Struct(structure) => structure,
            _ => return true,
        };
        let members = self.module.types.structure(structure).map_or(&[][..], |it| &it.members);
        if !members.iter().any(|member| is_nested(self.module.types.get(member.ty))) {
            return true;
        }
        self.report(messages::nested_input_in_essl(name.span));
        false
    }

    /// Reports an input of a fragment shader that cannot be interpolated (GLSL 4.60, 4.3.4). Per-primitive inputs are
    /// `flat` without the word, but SPIR-V requires the decoration (VUID-StandaloneSpirv-Flat-04744).
    pub(super) fn check_flat(&mut self, ty: Handle<Type>, interface: &mut Interface, direction: Direction, span: Span) {
        let own = matches!(interface.interpolation, Some(Interpolation::Flat | Interpolation::Explicit))
            || interface.rate == Some(InterfaceRate::Vertex);
        if self.module.stage != Stage::Fragment || direction != Direction::In || own {
            return;
        }
        let whole = |part: &Type| {
            part.scalar().is_some_and(|it| {
                matches!(it.kind, ScalarKind::Sint | ScalarKind::Uint)
                    || (it.kind == ScalarKind::Float && it.width == 8)
            })
        };
        let is_whole = self.module.types.contains(ty, whole);
        if is_whole && interface.rate == Some(InterfaceRate::Primitive) {
            interface.interpolation = Some(Interpolation::Flat);
        } else if is_whole {
            let spelled = self.spell(ty);
            self.report(messages::must_be_flat(span, &spelled));
        }
    }

    /// Members may repeat the storage qualifier of their block and no other (GLSL 4.60, 4.3.9).
    pub(super) fn check_member_storage(&mut self, qualifiers: &Qualifiers, direction: Direction) {
        let Some((storage, span)) = qualifiers.storage else { return };
        if Direction::of(storage) != Some(direction) {
            let (of, other) = (if direction == Direction::In { "in" } else { "out" }, storage.word());
            self.report(messages::member_of_other_direction(span, &of, &other));
        }
    }

    /// The interface that the qualifiers of a declaration describe.
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
        if let Some((value, span)) = layout.index.filter(|it| it.0 > 1) {
            self.report(messages::index_above_1(span, &value));
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

    pub(super) fn set_feedback_stride(&mut self, buffer: u32, stride: u32, span: Span) {
        let earlier = self.output_defaults.strides.insert(buffer, (stride, span));
        if let Some((_, first)) = earlier.filter(|(earlier, _)| *earlier != stride) {
            self.report(messages::stride_declared_twice(span, &buffer, first));
        }
    }

    pub(super) fn set_interface(&mut self, variable: &Variable, interface: Interface) {
        if let PlaceRoot::Global(global) = variable.root {
            self.module.globals.get_mut(global).interface = interface;
        }
    }

    /// The type inside the dimension that counts vertices, if the stage has one and the variable is of that kind.
    pub(super) fn per_vertex_element(
        &self,
        ty: Handle<Type>,
        interface: &Interface,
        direction: Direction,
    ) -> Option<(Handle<Type>, ArrayLength)> {
        let facts = self.module.stage.facts();
        let arrayed = match direction {
            Direction::In => facts.input_array.is_some() || interface.rate == Some(InterfaceRate::Vertex),
            Direction::Out => facts.output_array.is_some(),
        };
        match *self.module.types.get(ty) {
            Type::Array { element, length }
                if arrayed && !matches!(interface.rate, Some(InterfaceRate::Patch | InterfaceRate::Task)) =>
            {
                Some((element, length))
            }
            _ => None,
        }
    }
}
