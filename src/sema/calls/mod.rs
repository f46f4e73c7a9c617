//! Calls: which overload is meant, what its arguments must be, what the call gives.
//!
//! Comes in: the name and evaluated arguments. Goes out: operands. Must not depend on: statements.

pub(super) mod builtin_call;
pub(super) mod constant_argument;
pub(super) mod control_barrier;
pub(super) mod function_table;
pub(super) mod interlock;
mod messages;
pub(super) mod mismatch;
pub(super) mod overload;
pub(super) mod user_call;
