//! Messages that several files of the explorer give, so that all of them use the same words.
//!
//! Comes in: the place, and what is there as text. Goes out: a [`Diagnostic`]. Must not depend on: how executions are found.

use crate::diagnostics::{Code, Diagnostic};
use crate::hir::Span;

/// `what` is the whole sentence.
#[cold]
pub(super) fn not_explored(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error(Code::NotExplored, span, what)
}

/// An operation that only some invocations of a subgroup reach.
#[cold]
pub(super) fn subgroup_is_apart(span: Span) -> Diagnostic {
    let message = "subgroup operations are explored only where all invocations of the subgroup reach them";
    Diagnostic::error(Code::NotExplored, span, message)
}
