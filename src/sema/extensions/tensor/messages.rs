//! What the room says when something is wrong: a function per message.
//!
//! Comes in: the place, and names and types as text. Goes out: a [`Diagnostic`]. Must not depend on: the analyzer.

use crate::diagnostics::{Code, Diagnostic};
use crate::hir::Span;
use std::fmt::Display;

#[cold]
pub(super) fn elements_are_scalars(span: Span, element: &dyn Display, rule: impl Into<String>) -> Diagnostic {
    Diagnostic::error(
        Code::TensorElement,
        span,
        format!("the elements of a tensor are scalars, but this is `{element}`"),
    )
    .with_note(rule)
}

#[cold]
pub(super) fn no_access_to_elements(span: Span, name: &dyn Display, rule: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::TensorElement, span, format!("no function reads or writes tensors of `{name}`"))
        .with_note(rule)
}

#[cold]
pub(super) fn rank_too_small(span: Span, rank: &dyn Display, rule: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::TensorRank, span, format!("the rank of a tensor is at least 1, but this is {rank}"))
        .with_note(rule)
}

#[cold]
pub(super) fn wrong_number_of_arguments(
    span: Span,
    name: &dyn Display,
    count: &dyn Display,
    given: &dyn Display,
    rule: impl Into<String>,
) -> Diagnostic {
    Diagnostic::error(Code::WrongArgumentCount, span, format!("`{name}` takes {count} arguments, but this has {given}"))
        .with_note(rule)
}

#[cold]
pub(super) fn not_a_tensor(
    span: Span,
    name: &dyn Display,
    tensor: &dyn Display,
    rule: impl Into<String>,
) -> Diagnostic {
    Diagnostic::error(
        Code::NotAResource,
        span,
        format!("the first argument of `{name}` is a tensor, but this is `{tensor}`"),
    )
    .with_note(rule)
}

#[cold]
pub(super) fn access_against_qualifier(
    span: Span,
    name: &dyn Display,
    verb: &dyn Display,
    word: &dyn Display,
    rule: impl Into<String>,
) -> Diagnostic {
    Diagnostic::error(Code::MemoryDirection, span, format!("`{name}` {verb} this memory, which is `{word}`"))
        .with_note(rule)
        .with_help(format!("remove `{word}` from the declaration"))
}

#[cold]
pub(super) fn wrong_data(
    span: Span,
    element: &dyn Display,
    spelled: &dyn Display,
    rule: impl Into<String>,
    usable: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(
        Code::TensorData,
        span,
        format!("the elements of this tensor are `{element}`, but the data is `{spelled}`"),
    )
    .with_note(rule)
    .with_help(format!("use {usable}, or a sized array of them"))
}

#[cold]
pub(super) fn dimension_not_constant(span: Span) -> Diagnostic {
    Diagnostic::error(Code::ArgumentNotConstant, span, "the dimension must be a constant expression")
        .with_note("SPV_ARM_tensors: OpTensorQuerySizeARM takes a constant")
}

#[cold]
pub(super) fn no_such_dimension(
    span: Span,
    rank: &dyn Display,
    most: &dyn Display,
    value: &dyn Display,
    rule: impl Into<String>,
) -> Diagnostic {
    Diagnostic::error(
        Code::TensorDimension,
        span,
        format!("a tensor of rank {rank} has dimensions 0 to {most}, but this is {value}"),
    )
    .with_note(rule)
}

#[cold]
pub(super) fn wrong_number_in_order(
    span: Span,
    count: &dyn Display,
    given: &dyn Display,
    rule: impl Into<String>,
) -> Diagnostic {
    Diagnostic::error(
        Code::TensorPermutation,
        span,
        format!("this view has {count} dimensions, but {given} numbers for their order"),
    )
    .with_note(rule)
}

#[cold]
pub(super) fn no_such_dimension_of_view(
    span: Span,
    value: &dyn Display,
    most: &dyn Display,
    rule: impl Into<String>,
) -> Diagnostic {
    Diagnostic::error(
        Code::TensorPermutation,
        span,
        format!("there is no dimension {value}: this view has dimensions 0 to {most}"),
    )
    .with_note(rule)
}

#[cold]
pub(super) fn dimension_twice(span: Span, value: &dyn Display, rule: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::TensorPermutation, span, format!("dimension {value} is listed twice")).with_note(rule)
}

#[cold]
pub(super) fn wrong_number_of_dimensions(
    span: Span,
    limit: &dyn Display,
    value: &dyn Display,
    rule: impl Into<String>,
) -> Diagnostic {
    Diagnostic::error(
        Code::TensorDimensions,
        span,
        format!("a tensor has 1 to {limit} dimensions, but this has {value}"),
    )
    .with_note(rule)
}

#[cold]
pub(super) fn wrong_coordinates(
    span: Span,
    rank: &dyn Display,
    spelled: &dyn Display,
    rule: impl Into<String>,
) -> Diagnostic {
    Diagnostic::error(
        Code::TensorCoordinates,
        span,
        format!("the coordinates in a tensor of rank {rank} are a `uint[{rank}]`, but this is `{spelled}`"),
    )
    .with_note(rule)
}

#[cold]
pub(super) fn no_such_clamp_mode(span: Span, value: &dyn Display, rule: impl Into<String>) -> Diagnostic {
    Diagnostic::error(
        Code::TensorClampMode,
        span,
        format!("a clamp mode is a `gl_CooperativeMatrixClampMode` value, but this is {value}"),
    )
    .with_note(rule)
}

const OPERANDS: &str = "GL_ARM_tensors, 7.3.X Tensor Built-In Constants";

#[cold]
pub(super) fn operands_not_constant(span: Span) -> Diagnostic {
    Diagnostic::error(Code::ArgumentNotConstant, span, "the tensor operands must be a constant expression")
        .with_note(OPERANDS)
}

#[cold]
pub(super) fn no_such_operands(span: Span, bits: i64) -> Diagnostic {
    let message = format!("tensor operands are `gl_TensorOperands` values, but this is {bits}");
    Diagnostic::error(Code::ConstantArgumentValue, span, message).with_note(OPERANDS)
}

#[cold]
pub(super) fn out_of_bounds_value_of_write(span: Span) -> Diagnostic {
    Diagnostic::error(Code::TensorOutOfBoundsValue, span, "an out-of-bounds value is only for reads")
        .with_note(OPERANDS)
}

#[cold]
pub(super) fn out_of_bounds_value_missing(span: Span, spelled: &str) -> Diagnostic {
    let message = format!("these tensor operands need another argument, a constant `{spelled}`");
    Diagnostic::error(Code::TensorOutOfBoundsValue, span, message).with_note(OPERANDS)
}

#[cold]
pub(super) fn out_of_bounds_value_unused(span: Span) -> Diagnostic {
    Diagnostic::error(Code::TensorOutOfBoundsValue, span, "no tensor operand takes this argument").with_note(OPERANDS)
}

#[cold]
pub(super) fn out_of_bounds_value_of_other_type(span: Span, needed: &str, found: &str) -> Diagnostic {
    let message = format!("the out-of-bounds value must be `{needed}`, as the elements are, but this is `{found}`");
    Diagnostic::error(Code::TensorOutOfBoundsValue, span, message).with_note(OPERANDS)
}

#[cold]
pub(super) fn out_of_bounds_value_not_constant(span: Span) -> Diagnostic {
    Diagnostic::error(Code::ArgumentNotConstant, span, "the out-of-bounds value must be a constant expression")
        .with_note(OPERANDS)
}
