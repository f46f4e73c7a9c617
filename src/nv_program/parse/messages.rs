//! What the parser says when a statement cannot be read: a function per message.
//!
//! Comes in: places in the text of the program, what was expected there, and words as written. Goes out: a
//! [`Diagnostic`]. Must not depend on: the parser's state.

use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;

/// `found` is `None` at the end of the program.
#[cold]
pub(super) fn expected(code: Code, span: Span, what: &str, found: Option<&str>) -> Diagnostic {
    let message = match found {
        Some(found) => format!("expected {what}, found `{found}`"),
        None => format!("expected {what}, found the end of the program"),
    };
    Diagnostic::error(code, span, message)
}

/// `found` is `None` at the end of the program.
#[cold]
pub(super) fn expected_character(span: Span, character: u8, found: Option<&str>) -> Diagnostic {
    expected(Code::NvSyntax, span, &format!("`{}`", char::from(character)), found)
}

#[cold]
pub(super) fn no_end(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvEnd, span, "the program ends without `END`")
        .with_help("write `END` after the last statement")
}

#[cold]
pub(super) fn text_after_end(span: Span, text: &str) -> Diagnostic {
    Diagnostic::error(Code::NvEnd, span, format!("`{text}` after `END`"))
        .with_help("only white space and comments may follow `END`, which no `;` ends")
}

#[cold]
pub(super) fn empty_statement(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvSyntax, span, "this statement is empty").with_help("remove the `;`")
}

/// A statement of other stages and older languages.
#[cold]
pub(super) fn not_in_compute_programs(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NvNotCompute, span, format!("compute programs have no `{name}`"))
        .with_help("programs of other stages and older languages have it; remove it")
}

#[cold]
pub(super) fn instruction_in_lower_case(span: Span, name: &str, upper: &str) -> Diagnostic {
    no_instruction(span, name).with_help(format!("write `{upper}`: names of instructions are upper case"))
}

#[cold]
pub(super) fn unknown_instruction(span: Span, name: &str, near: Option<&str>) -> Diagnostic {
    no_instruction(span, name).with_similar_name(near)
}

#[cold]
fn no_instruction(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NvSyntax, span, format!("there is no instruction `{name}`"))
}

#[cold]
pub(super) fn not_a_modifier(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NvModifier, span, format!("`{name}` is not a modifier"))
}

#[cold]
pub(super) fn unknown_target(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NvTarget, span, format!("there is no target `{name}`"))
}
