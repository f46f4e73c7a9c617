//! Types: sizes of arrays that are declared without one, what converts to what, what can only be stored.
//!
//! Comes in: types. Goes out: types, and facts about them. Must not depend on: operands; what a type specifier means is in
//! `evaluation`, for its parts are expressions.

pub(super) mod array_size;
pub(super) mod conversion;
pub(super) mod storage_only;
pub(super) mod type_argument;
