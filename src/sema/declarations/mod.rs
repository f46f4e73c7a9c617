//! Declarations: variables, initializers, blocks, structures, functions.
//!
//! Comes in: syntax of declarations. Goes out: names in scope, global variables, functions. Must not depend on: how expressions
//! become values.

pub(super) mod block;
pub(super) mod block_contents;
pub(super) mod block_defaults;
pub(super) mod block_member;
pub(super) mod block_name;
pub(super) mod builtin_constant;
pub(super) mod declaration;
pub(super) mod function;
pub(super) mod function_head;
pub(super) mod global;
pub(super) mod initializer;
mod messages;
pub(super) mod relaxed;
pub(super) mod shared_block;
pub(super) mod specialization_constant;
pub(super) mod structure;
