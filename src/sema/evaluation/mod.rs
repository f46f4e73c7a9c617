//! Evaluation: the walk over expressions, and over the calls and types in them.
//!
//! Comes in: syntax. Goes out: operands and types. What happens to operands once they are evaluated is in the rooms
//! below; declarations are above. Must not depend on: declarations.
//!
//! GLSL is recursive here: an argument is an expression, a constructor names a type, and array sizes and parameters of
//! types are expressions. Apart from these files and the one that reads `spirv_type(...)`, none call each other in a
//! cycle; `tests/compiler/tidy.rs` has the list.

pub(super) mod call;
pub(super) mod expression;
pub(super) mod identifier;
mod messages;
pub(super) mod type_argument;
pub(super) mod type_specifier;
