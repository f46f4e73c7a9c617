//! Types: what a type specifier, its array sizes and its parameters mean, and what converts to what.
//!
//! Comes in: syntax of types. Goes out: types in the type table. Must not depend on: statements, calls.

pub(super) mod array_size;
pub(super) mod buffer_reference;
pub(super) mod conversion;
pub(super) mod storage_only;
pub(super) mod type_argument;
pub(super) mod type_specifier;
