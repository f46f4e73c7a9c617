//! The words of SPIR-V in which rows and recipes are written.
//!
//! Comes in: the enumerations of the `spirv` crate. Goes out: those that HIR and front ends may use, and no others: what
//! an instruction of a recipe is, which variable a built-in is, which texels an image has. Capabilities, decorations and
//! storage classes of pointers are not among them; only the back end knows these.

pub use spirv::{BuiltIn, GlslStd450Op, ImageFormat, Op};
