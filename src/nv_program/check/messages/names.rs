//! Options of programs, and names that are taken or unknown.
//!
//! Comes in: places in the text of the program, and names. Goes out: a [`Diagnostic`]. Must not depend on: the checker's
//! state.

use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;
use std::fmt::Display;

#[cold]
pub fn unknown_option(span: Span, name: &str, near: Option<&str>) -> Diagnostic {
    let message = format!("`{name}` is not an option of compute programs");
    Diagnostic::error(Code::NvOption, span, message).with_similar_name(near)
}

#[cold]
pub fn option_after_declaration(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NvOption, span, format!("option `{name}` after a declaration"))
        .with_help("move it up: options come first")
}

#[cold]
pub fn needs_option(code: Code, span: Span, what: &dyn Display, option: &str) -> Diagnostic {
    Diagnostic::error(code, span, format!("{what} needs `OPTION {option}`"))
        .with_help(format!("add `OPTION {option};` before the declarations"))
}

#[cold]
pub fn reserved_word(span: Span, name: &str) -> Diagnostic {
    let message = format!("`{name}` is a reserved word and cannot name anything");
    Diagnostic::error(Code::NvReservedName, span, message)
}

#[cold]
pub fn name_of_instruction(span: Span, name: &str) -> Diagnostic {
    let message = format!("`{name}` is an instruction and cannot name anything");
    Diagnostic::error(Code::NvReservedName, span, message)
}

#[cold]
pub fn declared_twice(span: Span, earlier: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NvRedeclared, span, format!("`{name}` is declared twice"))
        .with_secondary(earlier, "first declared here")
        .with_help("variables and labels share one name space; choose another name")
}

#[cold]
pub fn not_declared(span: Span, name: &str, near: Option<&str>) -> Diagnostic {
    Diagnostic::error(Code::NvUndeclared, span, format!("`{name}` is not declared")).with_similar_name(near)
}
