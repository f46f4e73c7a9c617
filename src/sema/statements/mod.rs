//! Statements: control flow, jumps, attributes.
//!
//! Comes in: syntax of statements. Goes out: statements in the function being built. Must not depend on: what a type
//! consists of.

pub(super) mod attribute;
mod messages;
pub(super) mod missing_return;
pub(super) mod return_statement;
pub(super) mod statement;
pub(super) mod termination;
