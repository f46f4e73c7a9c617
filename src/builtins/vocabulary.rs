//! The words of SPIR-V in which rows and recipes are written.
//!
//! Comes in: the enumerations of the `spirv` crate. Goes out: those that HIR and front ends may use, and no others: the
//! instructions of recipes, the built-in that a variable is, the format of images. Must not depend on: capabilities,
//! decorations and storage classes of pointers, which only the back end knows.

pub use spirv::{BuiltIn, GlslStd450Op, ImageFormat, Op};
