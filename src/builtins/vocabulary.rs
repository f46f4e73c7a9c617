//! The words of SPIR-V in which rows and recipes are written.
//!
//! Comes in: the enumerations of the `spirv` crate. Goes out: those that HIR and front ends may use, and no others: the
//! instructions of recipes, the built-in that a variable is, the format of images. Capabilities, decorations and
//! storage classes of pointers are not among them; only the back end knows these.

pub use spirv::{BuiltIn, GlslStd450Op, ImageFormat, Op};
