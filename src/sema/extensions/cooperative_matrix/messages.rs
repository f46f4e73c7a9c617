//! What the room says when something is wrong: a function per message.
//!
//! Comes in: the place, and names and types as text. Goes out: a [`Diagnostic`]. Must not depend on: the analyzer.

use crate::diagnostics::{Code, Diagnostic};
use crate::hir::Span;
use std::fmt::Display;

#[cold]
pub(super) fn no_such_layout(span: Span, layout: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::ConstantArgumentValue, span, format!("there is no cooperative matrix layout {layout}"))
        .with_note("GL_KHR_cooperative_matrix, 8")
        .with_help("use one of the `gl_CooperativeMatrixLayout` constants")
}

#[cold]
pub(super) fn depends_on_specialization(span: Span, what: &dyn Display, rule: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::ArgumentNotConstant, span, format!("{what} cannot depend on a specialization constant"))
        .with_note(rule)
}

#[cold]
pub(super) fn sizes_differ(span: Span, from: &dyn Display, to: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::MatrixShape,
        span,
        format!("the arrays must have the same size, but these have {from} and {to} bytes"),
    )
}

#[cold]
pub(super) fn wrong_component(span: Span, types: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::CooperativeMatrixComponent, span, format!("the component of this matrix must be {types}"))
}

#[cold]
pub(super) fn wrong_scope(span: Span) -> Diagnostic {
    Diagnostic::error(Code::MatrixShape, span, "the scope of this matrix must be `gl_ScopeSubgroup`")
}

#[cold]
pub(super) fn wrong_array_elements(span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::MatrixShape,
        span,
        "the elements of the array must be `uint` or have the component type of the matrix",
    )
}

#[cold]
pub(super) fn wrong_matrix_size(
    span: Span,
    wanted: &dyn Display,
    what: &dyn Display,
    count: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(Code::MatrixShape, span, format!("this matrix must have {wanted} {what}, but it has {count}"))
}

#[cold]
pub(super) fn wrong_array_size(
    span: Span,
    wanted: &dyn Display,
    count: &dyn Display,
    what: &dyn Display,
    length: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(
        Code::MatrixShape,
        span,
        format!("the array must have {wanted} elements for {count} {what}, but it has {length}"),
    )
}

#[cold]
pub(super) fn reduces_integers(span: Span, found: &dyn Display, rule: impl Into<String>) -> Diagnostic {
    Diagnostic::warning(
        Code::UnportableMatrixComponent,
        span,
        format!("not every driver reduces matrices of integers, and this is `{found}`"),
    )
    .with_note(rule)
}

#[cold]
pub(super) fn transposition_converts(
    span: Span,
    found: &dyn Display,
    given: &dyn Display,
    rule: impl Into<String>,
) -> Diagnostic {
    let message = format!("not every driver converts while it transposes: this is `{found}`, the operand `{given}`");
    Diagnostic::warning(Code::UnportableMatrixComponent, span, message).with_note(rule)
}

#[cold]
pub(super) fn ambiguous_function(
    span: Span,
    name: &dyn Display,
    callee: &dyn Display,
    other: Span,
    another: Span,
) -> Diagnostic {
    Diagnostic::error(
        Code::FunctionArgumentAmbiguous,
        span,
        format!("`{name}` could call more than one function `{callee}`"),
    )
    .with_secondary(other, "this one fits")
    .with_secondary(another, "and this one")
    .with_help("give them different names")
}

#[cold]
pub(super) fn waits_in_callback(span: Span, builtin: &dyn Display, name: &dyn Display, other: Span) -> Diagnostic {
    Diagnostic::error(
        Code::FunctionArgumentTangled,
        span,
        format!("`{builtin}` calls `{name}` in an unspecified order, so invocations cannot wait for each other in it"),
    )
    .with_secondary(other, "this is executed by all invocations together")
    .with_note("GL_NV_cooperative_matrix2, 8.X: no tangled instructions in such a function or one that it calls")
}

#[cold]
pub(super) fn components_are_numbers(span: Span, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::CooperativeMatrixComponent,
        span,
        format!("the components of a cooperative matrix are numbers, but this is `{spelled}`"),
    )
    .with_note("GL_KHR_cooperative_matrix, 4.1: the type per component must be a scalar numerical type")
}

#[cold]
pub(super) fn no_such_scope(span: Span, scope: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::MatrixScope, span, format!("the scope of a cooperative matrix cannot be {scope}"))
        .with_note("VUID-StandaloneSpirv-Scope-12243")
        .with_help("use `gl_ScopeSubgroup` or `gl_ScopeWorkgroup`")
}

#[cold]
pub(super) fn wrong_operands(
    span: Span,
    spelling: &dyn Display,
    left_text: &dyn Display,
    right_text: &dyn Display,
    other: Span,
    another: Span,
) -> Diagnostic {
    Diagnostic::error(Code::OperandType, span, format!("operator `{spelling}` cannot be applied to `{left_text}` and `{right_text}`")).with_secondary(other, format!("this is `{left_text}`")).with_secondary(another, format!("this is `{right_text}`")).with_note("GL_KHR_cooperative_matrix, 5.9: `+`, `-`, `*` and `/` take two matrices of one type, `*` also a matrix and a scalar of its component type")
}

#[cold]
pub(super) fn conversion_keeps_part(
    span: Span,
    what: &dyn Display,
    from: &dyn Display,
    to: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(
        Code::ConstructorArgument,
        span,
        format!("a conversion keeps the {what}: this is `{from}`, not `{to}`"),
    )
    .with_note("GL_KHR_cooperative_matrix, 5.4: scope, rows, columns and use must be the same")
}

#[cold]
pub(super) fn not_from_type(span: Span, spelled: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::ConstructorArgument,
        span,
        format!("a cooperative matrix cannot be constructed from {spelled}"),
    )
    .with_note("GL_KHR_cooperative_matrix, 5.4: from a number for all components, or from another matrix")
}

#[cold]
pub(super) fn wrong_use(
    span: Span,
    name: &dyn Display,
    function: &dyn Display,
    needed: &dyn Display,
    found: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(
        Code::MatrixUse,
        span,
        format!("argument `{name}` of `{function}` needs the use `{needed}`, but this has `{found}`"),
    )
    .with_note("GL_KHR_cooperative_matrix, 8")
}

#[cold]
pub(super) fn parts_differ(
    span: Span,
    first_name: &dyn Display,
    first: &dyn Display,
    second_name: &dyn Display,
    second: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(
        Code::MatrixShape,
        span,
        format!("{first_name} is {first} but {second_name} is {second}; they must be the same"),
    )
    .with_note("GL_KHR_cooperative_matrix, 8: an M by K matrix times a K by N matrix gives an M by N matrix")
}

#[cold]
pub(super) fn decodes_shared_memory(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::CooperativeMatrixMemory,
        span,
        format!("`{name}` decodes buffers, but this is `shared` memory"),
    )
    .with_note("GL_NV_cooperative_matrix2, 8.X: with `decodeFunc`, `buf` must point to buffer memory")
}

#[cold]
pub(super) fn operand_with_other_use(
    span: Span,
    needed: &dyn Display,
    found: &dyn Display,
    rule: impl Into<String>,
) -> Diagnostic {
    Diagnostic::error(Code::MatrixUse, span, format!("this matrix needs the use `{needed}`, but it has `{found}`"))
        .with_note(rule)
}

#[cold]
pub(super) fn several_arguments(span: Span, count: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::ConstructorArgumentCount,
        span,
        format!("a cooperative matrix is constructed from one argument, but this call has {count}"),
    )
    .with_note("GL_KHR_cooperative_matrix, 5.4: from a number for all components, or from another matrix")
}

#[cold]
pub(super) fn matrix_of_other_type(span: Span, needed: &str, found: &str, rule: &str) -> Diagnostic {
    let message = format!("all matrices must have the type of the second argument, `{needed}`, but this is `{found}`");
    Diagnostic::error(Code::MatrixShape, span, message).with_note(rule)
}

/// `needed` is "the scope of".
#[cold]
pub(super) fn result_must_have(span: Span, found: &str, needed: &str, given: &str, rule: &str) -> Diagnostic {
    let message = format!("the result `{found}` must have {needed} `{given}`");
    Diagnostic::error(Code::MatrixShape, span, message).with_note(rule)
}

#[cold]
pub(super) fn not_the_transposed_shape(span: Span, found: &str, given: &str, rule: &str) -> Diagnostic {
    let message = format!(
        "the result `{found}` must have the same number of rows as `{given}` has columns, and as many columns as it has rows"
    );
    Diagnostic::error(Code::MatrixShape, span, message).with_note(rule)
}

#[cold]
pub(super) fn no_such_use(span: Span, number: Option<i64>, names: &dyn Display) -> Diagnostic {
    let message = match number {
        Some(number) => format!("the use of a cooperative matrix cannot be {}", number as u32 as i32),
        None => "the use of a cooperative matrix cannot depend on a specialization constant".to_owned(),
    };
    Diagnostic::error(Code::MatrixUse, span, message)
        .with_note("GL_KHR_cooperative_matrix, 4.1")
        .with_help(format!("use one of {names}"))
}

const SATURATED: &str = "GL_EXT_float_e4m3, 8: valid if the result type is constructible from the value type";

#[cold]
pub(super) fn saturated_to_other_than_float8(span: Span, spelled: &str) -> Diagnostic {
    let message = format!("the result of a saturated conversion has 8-bit floats, but this is `{spelled}`");
    Diagnostic::error(Code::ConstructorArgument, span, message).with_note(SATURATED)
}

#[cold]
pub(super) fn saturated_changes_matrix(span: Span, kept: &str, from: &str, to: &str) -> Diagnostic {
    let message = format!("a conversion keeps the {kept}: this is `{from}`, not `{to}`");
    Diagnostic::error(Code::ConstructorArgument, span, message).with_note(SATURATED)
}

#[cold]
pub(super) fn no_signed_components(span: Span, bit: u32, ty: &dyn Display) -> Diagnostic {
    let message = format!("bit {bit:#x} is for signed components, but {ty} has none");
    Diagnostic::error(Code::ConstantArgumentValue, span, message)
        .with_note("GL_KHR_cooperative_matrix, 8, and SPIR-V, 3.59: Cooperative Matrix Operands")
        .with_help("leave it out: the types of the matrices say what is signed")
}

#[cold]
pub(super) fn unknown_bits(span: Span, what: &dyn Display, bits: u32, note: &str) -> Diagnostic {
    Diagnostic::error(Code::ConstantArgumentValue, span, format!("{what} has the unknown bits {bits:#x}"))
        .with_note(note)
        .with_help("use 0 or `gl_MatrixOperandsSaturatingAccumulation`")
}

#[cold]
pub(super) fn wrong_stride(span: Span, stride: i64) -> Diagnostic {
    let message = format!("the stride of a block-interleaved layout is 1, 2 or 4, but this is {stride}");
    Diagnostic::error(Code::ConstantArgumentValue, span, message).with_note("SPV_ARM_cooperative_matrix_layouts")
}

#[cold]
pub(super) fn stride_not_constant(span: Span) -> Diagnostic {
    let message = "the stride of a block-interleaved layout must be a constant expression";
    Diagnostic::error(Code::ArgumentNotConstant, span, message).with_note("SPV_ARM_cooperative_matrix_layouts")
}

/// `mask` is `None` if it depends on a specialization constant.
#[cold]
pub(super) fn wrong_reduce_mask(span: Span, mask: Option<i64>) -> Diagnostic {
    let message = match mask {
        Some(mask) => format!("a reduction is by row, by column, by both, or 2 by 2, but this is {mask}"),
        None => "the mask of a reduction cannot depend on a specialization constant".to_owned(),
    };
    Diagnostic::error(Code::ConstantArgumentValue, span, message)
        .with_note("GL_NV_cooperative_matrix2, 8.X Cooperative Matrix Functions")
        .with_help("use one of the `gl_CooperativeMatrixReduce` constants")
}
