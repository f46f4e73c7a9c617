//! Expressions: operators, conversions, places, constructors, assignments.
//!
//! Comes in: evaluated operands. Goes out: operands: constants, values, places. Must not depend on: how parts of an
//! expression are evaluated, which is the job of `evaluation`; declarations, statements.

pub(super) mod assign;
pub(super) mod buffer_reference;
pub(super) mod cast;
pub(super) mod constructor;
pub(super) mod conversion;
pub(super) mod heap_extent;
pub(super) mod heap_part;
pub(super) mod indexing;
pub(super) mod literal;
pub(super) mod memory_direction;
mod messages;
pub(super) mod non_uniform;
pub(super) mod operand;
pub(super) mod operation;
pub(super) mod operator;
pub(super) mod place;
mod selection;
pub(super) mod short_circuit;
pub(super) mod speculation;
pub(super) mod subgroup_uniform;
