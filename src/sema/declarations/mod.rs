//! Declarations: variables, initializers, blocks, structures, functions.
//!
//! Comes in: syntax of declarations. Goes out: names in scope, global variables, functions. Must not depend on: how expressions
//! become values.

pub(super) mod block;
pub(super) mod builtin_constant;
pub(super) mod declaration;
pub(super) mod function;
pub(super) mod initializer;
pub(super) mod precise;
pub(super) mod relaxed;
pub(super) mod shared_block;
pub(super) mod specialization_constant;
