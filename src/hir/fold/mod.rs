//! Constant folding: computes constant expressions (GLSL 4.60, 4.3.3) and keeps those that depend on a specialization
//! constant symbolic (GL_KHR_vulkan_glsl, "Specialization-Constant Operations").
//!
//! Comes in: constants and an operation. Goes out: the constant it gives, or that it is not constant. Must not depend on:
//! any language, diagnostics, names of built-ins.
//!
//! Operations on vectors that depend on specialization are split into components. So every
//! [`ConstantKind::Operation`](crate::hir::ConstantKind::Operation) made here, except a selection, is a `bool` or
//! integer scalar, and the known components of a vector stay known.

mod aggregate;
mod constant;
mod dot;
mod lanes;
mod math;
mod matrix;
mod operation;
mod packing;
mod recipe;
mod scalar;
mod scalar_operation;
mod small_float;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests;

use crate::hir::{Constant, Handle, TypeTable, UniqueArena};

/// The result of an operation on constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// This constant.
    Constant(Handle<Constant>),
    /// It is not a constant expression, or cannot be computed: evaluate it when the shader runs.
    NotConstant,
    /// An integer division or remainder by zero, whose value GLSL leaves undefined (GLSL 4.60, 5.9).
    DivisionByZero,
}

impl Fold {
    /// The constant, if there is one.
    #[must_use]
    pub const fn constant(self) -> Option<Handle<Constant>> {
        match self {
            Fold::Constant(constant) => Some(constant),
            Fold::NotConstant | Fold::DivisionByZero => None,
        }
    }
}

impl From<Option<Handle<Constant>>> for Fold {
    fn from(constant: Option<Handle<Constant>>) -> Self {
        constant.map_or(Fold::NotConstant, Fold::Constant)
    }
}

/// Computes with the constants of a module.
#[derive(Debug)]
pub struct Folder<'a> {
    /// The types of the module.
    pub types: &'a mut TypeTable,
    /// The constants of the module.
    pub constants: &'a mut UniqueArena<Constant>,
}
