//! What the room says when something is wrong: a function per message.
//!
//! Comes in: the place, and names and types as text. Goes out: a [`Diagnostic`]. Must not depend on: the analyzer.

use crate::diagnostics::{Code, Diagnostic};
use crate::hir::Span;
use std::fmt::Display;

#[cold]
pub(super) fn unknown_attribute(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::UnknownAttribute, span, format!("there is no attribute `{name}`"))
}

#[cold]
pub(super) fn attribute_without_effect(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::warning(Code::UnknownAttribute, span, format!("attribute `{name}` has no effect here"))
        .with_note("GL_EXT_control_flow_attributes: attributes that are not known are ignored")
}

#[cold]
pub(super) fn attribute_on_other_statement(span: Span, name: &dyn Display, wants: &dyn Display) -> Diagnostic {
    Diagnostic::warning(Code::AttributeArgument, span, format!("attribute `{name}` has no effect: it needs {wants}"))
        .with_note("GL_EXT_control_flow_attributes, 6.5: attributes with other arguments than expected are ignored")
}

#[cold]
pub(super) fn attribute_without_extension(
    span: Span,
    name: &dyn Display,
    extension: &dyn Display,
    advice: impl Into<String>,
) -> Diagnostic {
    Diagnostic::warning(Code::UnknownAttribute, span, format!("attribute `{name}` has no effect without {extension}"))
        .with_help(advice)
}

#[cold]
pub(super) fn argument_below_1(span: Span, name: &dyn Display, value: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::AttributeArgument,
        span,
        format!("the argument of `{name}` must be at least 1, but this is {value}"),
    )
    .with_note("GL_EXT_control_flow_attributes, 6.5")
}

#[cold]
pub(super) fn attribute_on_other_function(span: Span, name: &dyn Display, rule: impl Into<String>) -> Diagnostic {
    Diagnostic::warning(
        Code::UnknownAttribute,
        span,
        format!("attribute `{name}` has no effect on a function other than the entry point"),
    )
    .with_note(rule)
}

#[cold]
pub(super) fn inline_and_noinline(span: Span) -> Diagnostic {
    Diagnostic::error(Code::AttributeArgument, span, "a function cannot be both `inline` and `noinline`")
        .with_note("GL_EXT_function_control_attributes")
}

#[cold]
pub(super) fn missing_value(span: Span, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::ReturnValue, span, format!("this function must return {spelled}"))
}

#[cold]
pub(super) fn unexpected_value(span: Span) -> Diagnostic {
    Diagnostic::error(Code::ReturnValue, span, "this function returns nothing").with_help("write `return;`")
}

#[cold]
pub(super) fn nested_too_deep(span: Span, limit: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::ControlFlowTooDeep, span, format!("control flow nested deeper than {limit} levels"))
        .with_note("SPIR-V, 2.17: consumers need not support more than 1023")
        .with_help("move a part into a function")
}

#[cold]
pub(super) fn break_outside_loop_or_switch(span: Span) -> Diagnostic {
    Diagnostic::error(Code::JumpMisplaced, span, "`break` outside a loop or switch")
}

#[cold]
pub(super) fn continue_outside_loop(span: Span) -> Diagnostic {
    Diagnostic::error(Code::JumpMisplaced, span, "`continue` outside a loop")
}

#[cold]
pub(super) fn assignment_as_condition(span: Span, what: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::TypeMismatch, span, format!("{what} must be `bool`, but this is an assignment"))
        .with_help("to compare, use `==`")
}

#[cold]
pub(super) fn duplicate_case_label(span: Span, other: Span) -> Diagnostic {
    Diagnostic::error(Code::DuplicateCase, span, "duplicate `case` label").with_secondary(other, "first one here")
}

#[cold]
pub(super) fn duplicate_default_label(span: Span, other: Span) -> Diagnostic {
    Diagnostic::error(Code::DuplicateCase, span, "duplicate `default` label").with_secondary(other, "first one here")
}

#[cold]
pub(super) fn specialized_label(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NotConstant, span, "a `case` label cannot depend on a specialization constant")
        .with_note("SPIR-V, OpSwitch: labels are literals")
}

#[cold]
pub(super) fn jump_of_other_stage(span: Span, word: &dyn Display, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::StageRestricted, span, format!("`{word}` exists only in {name} shaders"))
}
