//! Declarations: the size of groups and shared memory, modifiers, sizes and limits of variables.
//!
//! Comes in: places in the text of the program, and names and numbers as written. Goes out: a [`Diagnostic`]. Must not
//! depend on: the checker's state.

use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;

#[cold]
pub fn no_group_size(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvGroupSizeMissing, span, "the program has no `GROUP_SIZE`")
        .with_help("add `GROUP_SIZE x y z;` before the first statement")
}

#[cold]
pub fn group_size_is_variable(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvGroupSizeVariable, span, "`GROUP_SIZE` in a program with a variable group size")
        .with_help("remove it, or the option `ARB_compute_variable_group_size`")
}

#[cold]
pub fn after_statement(span: Span, word: &str) -> Diagnostic {
    Diagnostic::error(Code::NvDeclarationOrder, span, format!("`{word}` after a statement"))
        .with_help("move it up, before the first variable or instruction")
}

/// The first statement stands before the size.
#[cold]
pub fn group_size_not_known_yet(first: Span, size: Span) -> Diagnostic {
    Diagnostic::error(Code::NvGroupSizeMissing, first, "the size of a group is not known here yet")
        .with_secondary(size, "it stands here")
        .with_help("move it up, before the first variable or instruction")
}

#[cold]
pub fn duplicate_group_size(span: Span, earlier: Span) -> Diagnostic {
    Diagnostic::error(Code::NvGroupSizeTwice, span, "duplicate `GROUP_SIZE`")
        .with_secondary(earlier, "the first is here")
        .with_help("keep one of them")
}

#[cold]
pub fn duplicate_shared_memory(span: Span, earlier: Span) -> Diagnostic {
    Diagnostic::error(Code::NvSharedMemoryTwice, span, "duplicate `SHARED_MEMORY`")
        .with_secondary(earlier, "the first is here")
        .with_help("keep one of them")
}

#[cold]
pub fn group_has_three_dimensions(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvGroupSizeLimit, span, "a group has at most three dimensions")
}

#[cold]
pub fn group_too_large_in_axis(span: Span, axis: &str, size: u32, limit: u32) -> Diagnostic {
    let message = format!("the group has {size} invocations in {axis}; the limit is {limit}");
    Diagnostic::error(Code::NvGroupSizeLimit, span, message)
}

#[cold]
pub fn group_empty_in_axis(span: Span, axis: &str) -> Diagnostic {
    Diagnostic::error(Code::NvGroupSizeZero, span, format!("the group has no invocation in {axis}"))
        .with_note("VUID-RuntimeSpirv-LocalSize: a group is not empty")
}

#[cold]
pub fn group_too_large(span: Span, size: u64, limit: u32) -> Diagnostic {
    let message = format!("the group has {size} invocations; the limit is {limit}");
    Diagnostic::error(Code::NvGroupSizeLimit, span, message)
}

#[cold]
pub fn shared_memory_too_large(span: Span, bytes: u32, limit: u32) -> Diagnostic {
    let message = format!("the program declares {bytes} bytes of shared memory; the limit is {limit}");
    Diagnostic::error(Code::NvSharedMemoryLimit, span, message)
}

#[cold]
pub fn shared_memory_without_size(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvSharedMemoryMissing, span, "shared memory is used, but has no size")
        .with_help("add `SHARED_MEMORY bytes;` before the first statement")
}

#[cold]
pub fn two_register_sizes(span: Span) -> Diagnostic {
    let message = "a declaration has at most one of `SHORT` and `LONG`";
    Diagnostic::error(Code::NvVariableModifierTwice, span, message)
}

#[cold]
pub fn takes_no_register_size(span: Span, keyword: &str) -> Diagnostic {
    Diagnostic::error(Code::NvVariableModifier, span, format!("`{keyword}` takes neither `SHORT` nor `LONG`"))
        .with_help("registers (`TEMP`) do")
}

#[cold]
pub fn two_types(span: Span) -> Diagnostic {
    let message = "a declaration has at most one of `INT`, `UINT` and `FLOAT`";
    Diagnostic::error(Code::NvVariableModifierTwice, span, message)
}

#[cold]
pub fn takes_no_type(span: Span, keyword: &str) -> Diagnostic {
    let message = format!("`{keyword}` has no type: the storage modifiers of instructions determine it");
    Diagnostic::error(Code::NvVariableModifier, span, message)
}

#[cold]
pub fn too_many_dimensions(span: Span, name: &str, most: usize) -> Diagnostic {
    let message = format!("`{name}` has more than {most} dimension{}", if most == 1 { "" } else { "s" });
    Diagnostic::error(Code::NvArraySize, span, message)
}

#[cold]
pub fn register_array_without_size(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NvArraySize, span, format!("the register array `{name}` has no size"))
        .with_help("write the number of elements in the brackets")
}

#[cold]
pub fn register_array_is_empty(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NvArraySize, span, format!("the register array `{name}` has no element"))
        .with_note("NV_gpu_program4, 2.X.3.1: the size is positive")
}

#[cold]
pub fn register_array_too_large(span: Span, limit: u32) -> Diagnostic {
    Diagnostic::error(Code::NvTooLarge, span, format!("an array has fewer than {limit} registers"))
}

#[cold]
pub fn too_many_registers(span: Span, limit: u32) -> Diagnostic {
    Diagnostic::error(Code::NvTooLarge, span, format!("the program has more than {limit} registers"))
}

#[cold]
pub fn attribute_is_array(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvArraySize, span, "attributes of compute programs are not arrays")
}

#[cold]
pub fn attribute_not_bound_to_input(code: Code, span: Span) -> Diagnostic {
    Diagnostic::error(code, span, "an attribute is bound to one `invocation.` name")
}

#[cold]
pub fn array_size_mismatch(span: Span, name: &str, declared: u32, bound: u64) -> Diagnostic {
    let message = format!("`{name}` has {declared} elements, but {bound} are bound to it");
    Diagnostic::error(Code::NvArraySizeMismatch, span, message)
        .with_help(format!("write `{name}[{bound}]`, or `{name}[]`"))
}

#[cold]
pub fn buffer_with_two_elements(span: Span, number: u32, other: &str) -> Diagnostic {
    let message = format!("`program.buffer[{number}]` is both `BUFFER` and `BUFFER4`, by `{other}`");
    Diagnostic::error(Code::NvBufferElement, span, message)
}

#[cold]
pub fn not_a_subroutine_type(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NvSubroutine, span, format!("`{name}` is not a subroutine type"))
}

/// A subroutine that a type lists; `end` is that of the program, where it is missing.
#[cold]
pub fn listed_subroutine_missing(end: Span, span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NvSubroutine, end, format!("there is no subroutine `{name}`"))
        .with_secondary(span, "here")
        .with_help(format!("write it: `{name} SUBROUTINENUM(n):`"))
}

/// `end` is that of the program.
#[cold]
pub fn parameter_of_two_types(end: Span, span: Span, other: &str) -> Diagnostic {
    Diagnostic::error(Code::NvSubroutine, end, format!("`{other}` has a parameter of this one with another type"))
        .with_secondary(span, "here")
        .with_help("bind each parameter to variables of one type")
}
