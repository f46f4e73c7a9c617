//! Messages that several rooms give, so that all of them use the same words.
//!
//! Comes in: places, and names and types as text. Goes out: [`Diagnostic`]s, to which the caller adds its rule and its fix.
//! Must not depend on: the analyzer.

use crate::diagnostics::{Code, Diagnostic};
use crate::hir::Span;

/// A qualifier on something that cannot have it.
#[cold]
pub(in crate::sema) fn misplaced_qualifier(span: Span, word: &str, what: &str) -> Diagnostic {
    Diagnostic::error(Code::QualifierMisplaced, span, format!("`{word}` cannot be used on {what}"))
}

/// `void` where a value is needed. `what` is "variable `x`".
#[cold]
pub(in crate::sema) fn void_value(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error(Code::VoidVariable, span, format!("{what} cannot be `void`"))
}

/// An array without a size. `what` is "array `x`".
#[cold]
pub(in crate::sema) fn unsized_array(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error(Code::UnsizedArray, span, format!("{what} needs a size"))
}

/// Something else where a scalar integer is needed. `what` is "an index".
#[cold]
pub(in crate::sema) fn not_an_integer(span: Span, what: &str, spelled: &str) -> Diagnostic {
    let message = format!("{what} must be a scalar integer, but this is `{spelled}`");
    Diagnostic::error(Code::IntegerExpected, span, message)
}

/// A value computed at run time where a constant is needed. `what` is "an array size".
#[cold]
pub(in crate::sema) fn not_constant(code: Code, span: Span, what: &str) -> Diagnostic {
    Diagnostic::error(code, span, format!("{what} must be a constant expression"))
        .with_label("this is computed at run time")
}

/// A location that another variable already has.
#[cold]
pub(in crate::sema) fn taken_location(code: Code, span: Span, location: u32, earlier: Span) -> Diagnostic {
    Diagnostic::error(code, span, format!("location {location} is already used")).with_secondary(earlier, "by this one")
}

/// The fix where an extension is missing.
#[cold]
pub(in crate::sema) fn enable(extension: &str) -> String {
    format!("add `#extension {extension} : require` after `#version`")
}
