//! What the room says when something is wrong: a function per message.
//!
//! Comes in: the place, and names and types as text. Goes out: a [`Diagnostic`]. Must not depend on: the analyzer.

use crate::diagnostics::{Code, Diagnostic};
use crate::hir::Span;
use crate::sema::context::syntax_node::Placed;
use std::fmt::Display;

#[cold]
pub(super) fn interpolates_no_input(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::NotAResource, span, format!("`{name}` interpolates an input, and this is none"))
        .with_note("GLSL 4.60, 8.13.2: the interpolant is an input, an element or a member of one")
}

#[cold]
pub(super) fn not_an_array_in_memory(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::CooperativeMatrixMemory,
        span,
        format!("`{name}` works on arrays in buffer blocks and on `shared` arrays only"),
    )
    .with_note("GL_KHR_cooperative_matrix, 8: `buf` must be in buffer storage or shared storage")
}

#[cold]
pub(super) fn works_on_memory(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::AtomicMemory, span, format!("`{name}` works on memory, but this is a value"))
        .with_note("GLSL 4.60, 8.11: the first argument is a variable in a buffer block or `shared`")
}

#[cold]
pub(super) fn not_shared_memory(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(
        Code::AtomicMemory,
        span,
        format!("`{name}` works on members of buffer blocks and `shared` variables only"),
    )
    .with_note("GLSL 4.60, 8.11: the first argument is a variable in a buffer block or `shared`")
}

#[cold]
pub(super) fn argument_cannot_change(span: Span, name: &dyn Display, reason: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::NotAssignable, span, format!("`{name}` cannot change this, {reason}"))
        .with_note("GLSL 4.60, 8.11")
}

#[cold]
pub(super) fn access_against_qualifier(
    span: Span,
    name: &dyn Display,
    verb: &dyn Display,
    word: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(Code::MemoryDirection, span, format!("`{name}` {verb} this memory, which is `{word}`")).with_note("GLSL 4.60, 4.10 and 8.11; GL_KHR_memory_scope_semantics, 8.11: `atomicLoad` only reads, `atomicStore` only writes, other atomic functions do both").with_help(format!("remove `{word}` from the declaration"))
}

#[cold]
pub(super) fn interlock_misplaced(span: Span, name: &dyn Display, rule: &str, other: Placed<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::error(Code::InterlockMisplaced, span, format!("`{name}` {rule}"))
        .with_note("GL_ARB_fragment_shader_interlock, 8.13.3: every invocation begins and ends one critical section");
    match other {
        Some((label, span)) => diagnostic.with_secondary(span, label),
        None => diagnostic,
    }
}

#[cold]
pub(super) fn no_such_vertex(span: Span) -> Diagnostic {
    Diagnostic::error(Code::ConstantArgumentValue, span, "the vertex must be 0, 1 or 2")
        .with_note("AMD_shader_explicit_vertex_parameter, 8.13.2: a triangle has three vertices")
}

#[cold]
pub(super) fn no_such_component(span: Span) -> Diagnostic {
    Diagnostic::error(Code::ConstantArgumentValue, span, "the component must be 0, 1, 2 or 3")
        .with_note("GLSL 4.60, 8.9.4")
}

#[cold]
pub(super) fn argument_not_constant(
    span: Span,
    index: &dyn Display,
    name: &dyn Display,
    parameter: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(
        Code::ArgumentNotConstant,
        span,
        format!("argument {index} of `{name}`, `{parameter}`, must be a constant expression"),
    )
    .with_label("this is computed at run time")
}

#[cold]
pub(super) fn default_does_not_fit(span: Span, message: &dyn Display, rule: impl Into<String>) -> Diagnostic {
    Diagnostic::warning(
        Code::ConstantArgumentValue,
        span,
        format!("the default of this specialization constant does not fit: {message}"),
    )
    .with_note(rule)
}

#[cold]
pub(super) fn not_a_cluster_size(
    span: Span,
    name: &dyn Display,
    least: &dyn Display,
    most: &dyn Display,
    rule: impl Into<String>,
) -> Diagnostic {
    Diagnostic::warning(
        Code::SegmentWidth,
        span,
        format!("`{name}` must be a power of two from {least} to {most}, or the result is undefined"),
    )
    .with_note(rule)
}

#[cold]
pub(super) fn not_below_limit(
    span: Span,
    name: &dyn Display,
    into: &dyn Display,
    limit: &dyn Display,
    rule: impl Into<String>,
) -> Diagnostic {
    Diagnostic::warning(Code::BeyondSegment, span, format!("`{name}` should be below `{into}`, which is {limit}"))
        .with_note(rule)
}

#[cold]
pub(super) fn no_variable_at_location(
    span: Span,
    words: &dyn Display,
    value: &dyn Display,
    rule: impl Into<String>,
) -> Diagnostic {
    Diagnostic::warning(Code::LocationMissing, span, format!("there is no {words} variable with location {value}"))
        .with_note(rule)
}

#[cold]
pub(super) fn undefined_result(span: Span, value: &dyn Display, why: &dyn Display) -> Diagnostic {
    Diagnostic::warning(Code::UndefinedResult, span, "the result is undefined for this constant")
        .with_label(format!("this is {value}"))
        .with_note(format!("GL_KHR_shader_subgroup: {why}"))
}

#[cold]
pub(super) fn component_out_of_range(
    span: Span,
    name: &dyn Display,
    most: &dyn Display,
    value: &dyn Display,
    function: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(
        Code::ConstantArgumentValue,
        span,
        format!("the components of `{name}` must be 0 to {most}, one of them is {value}"),
    )
    .with_note(format!("AMD_shader_ballot, 8.18: `{function}`"))
}

#[cold]
pub(super) fn texel_offset_out_of_range(span: Span, value: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::ConstantArgumentValue, span, format!("texel offset {value} is out of the range of -8 to 7"))
        .with_note("GLSL 4.60, 8.9: gl_MinProgramTexelOffset and gl_MaxProgramTexelOffset")
}

#[cold]
pub(super) fn no_function(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::UndeclaredFunction, span, format!("there is no function `{name}`"))
}

#[cold]
pub(super) fn ambiguous_call(span: Span, name: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::AmbiguousCall, span, format!("more than one overload of `{name}` fits equally well"))
}

#[cold]
pub(super) fn argument_type_mismatch(
    span: Span,
    index: &dyn Display,
    name: &dyn Display,
    wanted: &dyn Display,
    found: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(
        Code::NoMatchingOverload,
        span,
        format!("argument {index} of `{name}` must be {wanted}, but this is `{found}`"),
    )
}

#[cold]
pub(super) fn no_overload(
    span: Span,
    name: &dyn Display,
    types: &dyn Display,
    index: &dyn Display,
    found: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(Code::NoMatchingOverload, span, format!("no overload of `{name}` takes ({types})"))
        .with_label(format!("no overload accepts argument {index}, {found}"))
}

#[cold]
pub(super) fn wrong_number_of_arguments(
    span: Span,
    name: &dyn Display,
    counts: &dyn Display,
    given: &dyn Display,
) -> Diagnostic {
    Diagnostic::error(Code::WrongArgumentCount, span, format!("`{name}` takes {counts}, but this call has {given}"))
}

#[cold]
pub(super) fn qualifier_is_lost(span: Span, word: &dyn Display, other: Span) -> Diagnostic {
    Diagnostic::error(Code::QualifierDropped, span, format!("this is `{word}`, the parameter is not")).with_secondary(other, "the parameter").with_note("GLSL 4.60, 4.10, and GL_KHR_memory_scope_semantics: a parameter may add memory qualifiers and widen the scope of coherence, never lose one, `restrict` excepted").with_help(format!("declare the parameter `{word}`"))
}

/// An error, or a warning about the default of a specialization constant.
#[cold]
pub(super) fn cluster_size(
    span: Span,
    number: usize,
    function: &dyn Display,
    value: i64,
    is_specialization: bool,
) -> Diagnostic {
    let rule = "GL_KHR_shader_subgroup: otherwise the result is undefined";
    let message = format!(
        "argument {number} of `{function}`, the cluster size, must be a power of two and at least 1, but it is {value}"
    );
    if is_specialization {
        default_does_not_fit(span, &message, rule)
    } else {
        Diagnostic::error(Code::ConstantArgumentValue, span, message).with_note(rule)
    }
}

#[cold]
pub(super) fn misplaced_patch_barrier(span: Span, where_not: &dyn Display, returned: Option<Span>) -> Diagnostic {
    let message = format!("in a tessellation control shader, `barrier()` is {where_not}");
    let diagnostic = Diagnostic::error(Code::BarrierMisplaced, span, message)
        .with_note("GLSL 4.60, 8.16: all invocations of the patch must reach it");
    match returned {
        Some(returned) => diagnostic.with_secondary(returned, "this one"),
        None => diagnostic,
    }
}
