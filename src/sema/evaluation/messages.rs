//! What the room says when something is wrong: a function per message.
//!
//! Comes in: the place, and names and types as text. Goes out: a [`Diagnostic`]. Must not depend on: the analyzer.

use crate::diagnostics::{Code, Diagnostic};
use crate::hir::Span;
use std::fmt::Display;

#[cold]
pub(super) fn cannot_be_called(span: Span, name: &dyn Display, kind: &dyn Display, other: Span) -> Diagnostic {
    Diagnostic::error(Code::NotAFunction, span, format!("`{name}` is a {kind} and cannot be called"))
        .with_secondary(other, "declared here")
}

#[cold]
pub(super) fn has_no_value_and_cannot_be_argument(span: Span) -> Diagnostic {
    Diagnostic::error(Code::VoidValue, span, "this has no value and cannot be an argument")
}

#[cold]
pub(super) fn initializer_list_can_only_initialize_variable(span: Span) -> Diagnostic {
    Diagnostic::error(Code::InitializerListMisplaced, span, "an initializer list can only initialize a variable")
        .with_help("use a constructor, `vec2(1.0, 2.0)` or `float[](1.0, 2.0)`")
}

#[cold]
pub(super) fn depends_on_specialization(span: Span, what: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::NotConstant, span, format!("{what} cannot depend on a specialization constant"))
}

#[cold]
pub(super) fn not_a_variable(span: Span, name: &dyn Display, kind: &dyn Display, other: Span) -> Diagnostic {
    Diagnostic::error(Code::NotAVariable, span, format!("`{name}` is a {kind}, not a variable"))
        .with_secondary(other, "declared here")
}

#[cold]
pub(super) fn member_of_builtin_block(
    span: Span,
    name: &dyn Display,
    instance: &dyn Display,
    stage: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(
        Code::UndeclaredIdentifier,
        span,
        format!("`{name}` is a member of `{instance}` in {stage} shader"),
    )
    .with_help(format!("write `{instance}[i].{name}`"))
    .with_note("GLSL 4.60, 7.1")
}

#[cold]
pub(super) fn wrong_number_of_type_parameters(
    span: Span,
    name: &dyn Display,
    count: &dyn Display,
    plural: &dyn Display,
    given: &dyn Display,
    section: &dyn Display,
    parameters: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(
        Code::TypeArgumentCount,
        span,
        format!("`{name}` takes {count} type parameter{plural}, but this has {given}"),
    )
    .with_note(format!("{section}: `{name}<{parameters}>`"))
}

#[cold]
pub(super) fn wrong_type_parameter(
    span: Span,
    name: &dyn Display,
    family: &dyn Display,
    needed: &dyn Display,
    found: &dyn Display,
    rule: impl Into<String>,
) -> Diagnostic {
    Diagnostic::error(
        Code::TypeArgumentKind,
        span,
        format!("type parameter `{name}` of `{family}` must be {needed}, but this is {found}"),
    )
    .with_note(rule)
}

#[cold]
pub(super) fn takes_no_type_parameters(span: Span, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::TypeArgumentCount, span, format!("`{spelled}` takes no type parameters"))
}

#[cold]
pub(super) fn block_cannot_be_declared_inside_structure(span: Span) -> Diagnostic {
    Diagnostic::error(Code::BlockMisplaced, span, "a block cannot be declared inside a structure")
}

#[cold]
pub(super) fn no_arrays_of_void(span: Span) -> Diagnostic {
    Diagnostic::error(Code::VoidVariable, span, "there are no arrays of `void`")
}

#[cold]
pub(super) fn array_too_large(span: Span, count: &dyn Display, limit: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::ArraySize,
        span,
        format!("arrays of {count} elements in all are too large; the limit is {limit}"),
    )
}

#[cold]
pub(super) fn type_nests_too_deep(span: Span, limit: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::TypesTooDeep, span, format!("arrays and structures nest deeper than {limit} levels"))
}

#[cold]
pub(super) fn not_type(span: Span, name: &dyn Display, other: Span) -> Diagnostic {
    Diagnostic::error(Code::UnknownType, span, format!("`{name}` is not a type")).with_secondary(other, "declared here")
}

#[cold]
pub(super) fn no_type(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::UnknownType, span, format!("there is no type `{name}`"))
}

#[cold]
pub(super) fn wrong_array_size(span: Span, size: i64, limit: i64) -> Diagnostic {
    let message = if size <= 0 {
        format!("an array size must be at least 1, but this is {size}")
    } else {
        format!("an array of {size} elements is too large; the limit is {limit}")
    };
    Diagnostic::error(Code::ArraySize, span, message)
}
