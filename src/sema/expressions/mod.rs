//! Expressions: operators, conversions, places, constructors.
//!
//! Comes in: syntax of expressions. Goes out: operands: constants, values, places. Must not depend on: statements.

pub(super) mod assign;
pub(super) mod cast;
pub(super) mod constructor;
pub(super) mod expression;
pub(super) mod indexing;
pub(super) mod literal;
pub(super) mod memory_direction;
pub(super) mod non_uniform;
pub(super) mod operand;
pub(super) mod operator;
pub(super) mod place;
pub(super) mod short_circuit;
pub(super) mod speculation;
