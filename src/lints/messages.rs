//! Messages about variables without a value, which several lints give.
//!
//! Comes in: the place, and what the variable is called. Goes out: a [`Diagnostic`]. Must not depend on: terms, statements.

use super::finding::warning;
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::Span;

/// What a variable without a value holds is undefined. `declared` is where it is declared, if that is to be shown.
#[cold]
fn without_value(span: Span, message: String, name: &str, declared: Option<Span>) -> Diagnostic {
    let rule = "GLSL 4.60, 4.3: what a variable without a value holds is undefined";
    let diagnostic = warning(Code::Uninitialized, span, message, rule)
        .with_help(format!("give `{name}` a value where it is declared"));
    match declared {
        Some(declared) => diagnostic.with_secondary(declared, "declared without a value"),
        None => diagnostic,
    }
}

#[cold]
pub(super) fn read_before_written(span: Span, name: &str, declared: Option<Span>) -> Diagnostic {
    without_value(span, format!("`{name}` is read before anything is written to it"), name, declared)
}

#[cold]
pub(super) fn may_be_read_before_written(span: Span, name: &str, declared: Option<Span>) -> Diagnostic {
    without_value(span, format!("`{name}` may be read before anything is written to it"), name, declared)
}

#[cold]
pub(super) fn read_and_never_written(span: Span, name: &str, declared: Span) -> Diagnostic {
    without_value(span, format!("`{name}` is read, and nothing ever writes it"), name, Some(declared))
}

/// An `out` parameter that some paths leave as it is.
#[cold]
pub(super) fn not_written_on_every_path(span: Span, parameter: &str, function: &str) -> Diagnostic {
    let message = format!("`{parameter}` is not written on every path through `{function}`");
    warning(Code::Uninitialized, span, message, "GLSL 4.60, 6.1.1: what an `out` parameter holds then is undefined")
}
