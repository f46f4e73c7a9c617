//! Tensors: operations on those of GL_ARM_tensors, and the parameters of their types and of those of GL_NV_cooperative_matrix2,
//! which say how a tensor lies in memory.
//!
//! Comes in: values, and parameters of types. Goes out: operands in order, and the spelling of the types. Must not depend on:
//! how an access is written in any language.

use super::parameter_text::{constant_name, number_text, scalar_text};
use super::{
    Argument, Constant, ExtensionType, ExtensionTypeFacts, ExtensionTypeForm, Handle, Operand, Place, Scalar, Type,
    TypeNumber, TypeParameter, TypeParameterKind, TypeParameters, TypeTable, UniqueArena, Value,
};
use crate::builtins::TypeFamilyKind;

/// A tensor, or how one lies in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TensorType {
    /// `tensorARM<element, rank>`: an opaque array (GL_ARM_tensors).
    Resource {
        /// Type of an element.
        element: Scalar,
        /// Number of dimensions, at least 1.
        rank: TypeNumber,
    },
    /// `tensorLayoutNV<Dim, ClampMode>`: how a tensor lies in memory, and which part of it is accessed
    /// (GL_NV_cooperative_matrix2, 4.1).
    Layout {
        /// Number of dimensions, 1 to 5.
        dimensions: TypeNumber,
        /// A gl_CooperativeMatrixClampMode value.
        clamp_mode: TypeNumber,
    },
    /// `tensorViewNV<Dim, hasDimensions, p...>`: how the dimensions of a tensor are reinterpreted.
    View {
        /// Number of dimensions, 1 to 5.
        dimensions: TypeNumber,
        /// Whether it has dimensions of its own; a `bool`.
        has_dimensions: TypeNumber,
        /// The order of the dimensions; the first of them are set, one per dimension.
        permutation: [Option<TypeNumber>; 5],
    },
}

fn glsl_text(ty: &ExtensionType, _: &TypeTable, constants: &UniqueArena<Constant>) -> String {
    match ty {
        ExtensionType::Tensor(tensor) => text(constants, *tensor),
        ExtensionType::CooperativeMatrix(_) => String::new(),
    }
}

/// How tensors are written.
pub(super) static RESOURCE_FORM: ExtensionTypeForm = ExtensionTypeForm {
    word: "tensor",
    parameters: &[TypeParameterKind::Component, TypeParameterKind::Number],
    required: 2,
    text: glsl_text,
    make: |parameters| {
        let &[TypeParameter::Scalar(element), TypeParameter::Number(rank)] = parameters else { return None };
        Some(ExtensionType::Tensor(TensorType::Resource { element, rank }))
    },
};

/// How tensor layouts are written.
pub(super) static LAYOUT_FORM: ExtensionTypeForm = ExtensionTypeForm {
    word: "tensorLayoutNV",
    parameters: &[TypeParameterKind::Number; 2],
    required: 2,
    text: glsl_text,
    make: |parameters| {
        let &[TypeParameter::Number(dimensions), TypeParameter::Number(clamp_mode)] = parameters else { return None };
        Some(ExtensionType::Tensor(TensorType::Layout { dimensions, clamp_mode }))
    },
};

/// How tensor views are written.
pub(super) static VIEW_FORM: ExtensionTypeForm = ExtensionTypeForm {
    word: "tensorViewNV",
    parameters: &{
        use TypeParameterKind::{Flag, Number};
        [Number, Flag, Number, Number, Number, Number, Number]
    },
    required: 2,
    text: glsl_text,
    make: |parameters| {
        let &[TypeParameter::Number(dimensions), TypeParameter::Flag(has_dimensions), ref order @ ..] = parameters
        else {
            return None;
        };
        let mut permutation = [None; 5];
        for (slot, dimension) in permutation.iter_mut().zip(order) {
            let &TypeParameter::Number(dimension) = dimension else { return None };
            *slot = Some(dimension);
        }
        Some(ExtensionType::Tensor(TensorType::View { dimensions, has_dimensions, permutation }))
    },
};

impl TensorType {
    /// What code for all types has to know.
    pub(super) const fn facts(&self) -> ExtensionTypeFacts {
        let (family, form) = match self {
            Self::Resource { .. } => (TypeFamilyKind::Tensor, &RESOURCE_FORM),
            Self::Layout { .. } => (TypeFamilyKind::TensorLayout, &LAYOUT_FORM),
            Self::View { .. } => (TypeFamilyKind::TensorView, &VIEW_FORM),
        };
        let is_opaque = matches!(self, Self::Resource { .. });
        let dimensions = Some(self.dimensions());
        ExtensionTypeFacts {
            family,
            form,
            is_opaque,
            holds_data: false,
            is_collective: false,
            component: None,
            dimensions,
        }
    }

    /// The number of dimensions.
    #[must_use]
    pub const fn dimensions(&self) -> TypeNumber {
        match *self {
            Self::Resource { rank, .. } => rank,
            Self::Layout { dimensions, .. } | Self::View { dimensions, .. } => dimensions,
        }
    }

    /// The parameters, in order.
    pub(super) fn parameters(&self) -> TypeParameters {
        use TypeParameter::{Flag, Number};
        match *self {
            Self::Resource { element, rank } => [TypeParameter::Scalar(element), Number(rank)].into_iter().collect(),
            Self::Layout { dimensions, clamp_mode } => [Number(dimensions), Number(clamp_mode)].into_iter().collect(),
            Self::View { dimensions, has_dimensions, permutation } => {
                let order = permutation.into_iter().flatten().map(Number);
                [Number(dimensions), Flag(has_dimensions)].into_iter().chain(order).collect()
            }
        }
    }
}

impl Type {
    /// The parameters, if it is a tensor or says how one lies in memory.
    #[must_use]
    pub const fn tensor(&self) -> Option<TensorType> {
        match *self {
            Type::Extension(ExtensionType::Tensor(tensor)) => Some(tensor),
            _ => None,
        }
    }
}

impl From<TensorType> for Type {
    fn from(tensor: TensorType) -> Self {
        Type::Extension(ExtensionType::Tensor(tensor))
    }
}

/// What is done with a tensor (GL_ARM_tensors, 8.X).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TensorOperation {
    /// Reads an element, or an array of them, and stores it; void.
    Read {
        /// Where to; its type says how much is read.
        data: Handle<Place>,
        /// An array of `uint`, as long as the rank.
        coordinates: Handle<Value>,
        /// The elements are not likely to be accessed again soon.
        non_temporal: bool,
        /// A constant: what is read outside the tensor.
        out_of_bounds: Option<Handle<Value>>,
    },
    /// Writes an element or an array of them; void.
    Write {
        /// An array of `uint`, as long as the rank.
        coordinates: Handle<Value>,
        /// What is written.
        data: Handle<Value>,
        /// The elements are not likely to be accessed again soon.
        non_temporal: bool,
    },
    /// The size of a dimension, a `uint`.
    Size {
        /// A `uint` constant below the rank.
        dimension: Handle<Value>,
    },
}

impl TensorOperation {
    /// Calls `with` for the values that it uses and the place that it writes, in the order of the text form.
    pub(super) fn for_each_operand(self, mut with: impl FnMut(Argument)) {
        self.operands().for_each(|it| with(Argument::Value(it)));
        if let Some(data) = self.written_place() {
            with(Argument::Place(data));
        }
    }

    /// Calls `visit` for each of them.
    pub(super) fn operands_mut(&mut self, visit: &mut impl FnMut(Operand<'_>)) {
        match self {
            TensorOperation::Read { data, coordinates, out_of_bounds, .. } => {
                visit(Operand::Place(data));
                visit(Operand::Value(coordinates));
                out_of_bounds.iter_mut().for_each(|it| visit(Operand::Value(it)));
            }
            TensorOperation::Write { coordinates, data, .. } => {
                [coordinates, data].into_iter().for_each(|it| visit(Operand::Value(it)));
            }
            TensorOperation::Size { dimension } => visit(Operand::Value(dimension)),
        }
    }

    /// The place that it stores to.
    #[must_use]
    pub const fn written_place(self) -> Option<Handle<Place>> {
        match self {
            TensorOperation::Read { data, .. } => Some(data),
            TensorOperation::Write { .. } | TensorOperation::Size { .. } => None,
        }
    }

    /// Changes that place.
    pub(super) fn write_to(&mut self, place: Handle<Place>) {
        if let TensorOperation::Read { data, .. } = self {
            *data = place;
        }
    }

    /// The values that it uses besides the place, in order.
    pub fn operands(self) -> impl Iterator<Item = Handle<Value>> {
        let (first, second) = match self {
            TensorOperation::Read { coordinates, out_of_bounds, .. } => (coordinates, out_of_bounds),
            TensorOperation::Write { coordinates, data, .. } => (coordinates, Some(data)),
            TensorOperation::Size { dimension } => (dimension, None),
        };
        std::iter::once(first).chain(second)
    }
}

/// The GLSL spelling of the type of a tensor, or of how one lies in memory.
fn text(constants: &UniqueArena<Constant>, ty: TensorType) -> String {
    match ty {
        TensorType::Resource { element, rank } => {
            format!("tensorARM<{}, {}>", scalar_text(element), number_text(constants, rank))
        }
        TensorType::Layout { dimensions, clamp_mode } => {
            let mut text = format!("tensorLayoutNV<{}", number_text(constants, dimensions));
            if clamp_mode != TypeNumber::Constant(0) {
                text.push_str(&format!(", {}", number_text(constants, clamp_mode)));
            }
            text + ">"
        }
        TensorType::View { dimensions, has_dimensions, permutation } => {
            let mut text = format!("tensorViewNV<{}", number_text(constants, dimensions));
            let flag = match has_dimensions {
                TypeNumber::Constant(0) => "false",
                TypeNumber::Constant(_) => "true",
                TypeNumber::Specialization(constant) => constant_name(constants, constant),
            };
            text.push_str(&format!(", {flag}"));
            for part in permutation.into_iter().flatten() {
                text.push_str(&format!(", {}", number_text(constants, part)));
            }
            text + ">"
        }
    }
}
