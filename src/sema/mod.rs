//! Semantic analysis: from the syntax tree to the typed intermediate representation.
//!
//! Comes in: a translation unit, what the preprocessor learned, the built-in tables. Goes out: an
//! [`hir::Module`](crate::hir::Module) and diagnostics. Must not know: SPIR-V, the device rules.

pub mod conversion;
pub mod fold;
pub mod overload;
pub mod suggest;
pub mod type_text;
