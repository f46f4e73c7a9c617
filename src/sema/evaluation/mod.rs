//! Evaluation: the walk over expressions, and over the calls and types that stand in them.
//!
//! Comes in: syntax. Goes out: operands and types. What is done with operands, once they are there, is in the rooms below;
//! who declares something is above. Must not depend on: declarations.
//!
//! GLSL is recursive here: an argument is an expression, a constructor names a type, and array sizes and parameters of types
//! are expressions. No other files call each other in a circle, but for the one that reads `spirv_type(...)`; `tests/compiler/tidy.rs`
//! has the list.

pub(super) mod call;
pub(super) mod expression;
pub(super) mod identifier;
pub(super) mod type_argument;
pub(super) mod type_specifier;
