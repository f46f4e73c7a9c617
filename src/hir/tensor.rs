//! Tensors: operations on those of GL_ARM_tensors, and the parameters of their types and of those of GL_NV_cooperative_matrix2,
//! which say how a tensor lies in memory.
//!
//! Comes in: values, and parameters of types. Goes out: operands in order, and the spelling of the types. Must not depend on:
//! how an access is written in any language.

use super::parameter_text::{constant_name, scalar_text};
use super::{Constant, Handle, Place, Type, UniqueArena, Value};

/// A number among the parameters of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TensorParameter {
    /// Known now.
    Constant(u32),
    /// Known when the pipeline is created: an integer or `bool` that depends on a specialization constant.
    Specialization(Handle<Constant>),
}

impl TensorParameter {
    /// The constant that it depends on.
    #[must_use]
    pub const fn constant(self) -> Option<Handle<Constant>> {
        match self {
            TensorParameter::Constant(_) => None,
            TensorParameter::Specialization(constant) => Some(constant),
        }
    }

    /// Whether the number may be `expected`, if there is one: a specialization constant may have any value.
    #[must_use]
    pub fn may_be(self, expected: Option<u8>) -> bool {
        match (self, expected) {
            (TensorParameter::Constant(value), Some(expected)) => value == u32::from(expected),
            _ => true,
        }
    }
}

impl Type {
    /// The parameters of a tensor layout or view, in order.
    pub fn tensor_arguments(&self) -> impl Iterator<Item = TensorParameter> {
        let (first, second, rest) = match *self {
            Type::TensorLayout { dimensions, clamp_mode } => (Some(dimensions), Some(clamp_mode), [None; 5]),
            Type::TensorView { dimensions, has_dimensions, permutation } => {
                (Some(dimensions), Some(has_dimensions), permutation)
            }
            _ => (None, None, [None; 5]),
        };
        [first, second].into_iter().chain(rest).flatten()
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

/// A number among the parameters of a type: its value, or the name of a specialization constant.
pub(crate) fn argument_text(constants: &UniqueArena<Constant>, argument: TensorParameter) -> String {
    match argument {
        TensorParameter::Constant(value) => value.to_string(),
        TensorParameter::Specialization(constant) => constant_name(constants, constant).to_owned(),
    }
}

/// The GLSL spelling of the type of a tensor, or of how one lies in memory.
pub(super) fn tensor_text(constants: &UniqueArena<Constant>, ty: &Type) -> String {
    match *ty {
        Type::Tensor { element, rank } => {
            format!("tensorARM<{}, {}>", scalar_text(element), argument_text(constants, rank))
        }
        Type::TensorLayout { dimensions, clamp_mode } => {
            let mut text = format!("tensorLayoutNV<{}", argument_text(constants, dimensions));
            if clamp_mode != TensorParameter::Constant(0) {
                text.push_str(&format!(", {}", argument_text(constants, clamp_mode)));
            }
            text + ">"
        }
        Type::TensorView { dimensions, has_dimensions, permutation } => {
            let mut text = format!("tensorViewNV<{}", argument_text(constants, dimensions));
            let flag = match has_dimensions {
                TensorParameter::Constant(0) => "false",
                TensorParameter::Constant(_) => "true",
                TensorParameter::Specialization(constant) => constant_name(constants, constant),
            };
            text.push_str(&format!(", {flag}"));
            for part in permutation.into_iter().flatten() {
                text.push_str(&format!(", {}", argument_text(constants, part)));
            }
            text + ">"
        }
        _ => "?".to_owned(),
    }
}
