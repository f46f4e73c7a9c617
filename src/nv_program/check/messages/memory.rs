//! Memory, subroutine variables and handles as operands.
//!
//! Comes in: places in the text of the program, and names, keywords and numbers. Goes out: a [`Diagnostic`]. Must not
//! depend on: the checker's state.

use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;

/// `keyword` is that of the memory, `instructions` are those that access it.
#[cold]
pub fn memory_not_accessed(span: Span, name: &str, keyword: &str, instructions: &str) -> Diagnostic {
    let message = format!("`{name}` is `{keyword}` memory, which this instruction does not access");
    Diagnostic::error(Code::NvMemoryOperand, span, message)
        .with_help(format!("`{keyword}` memory is accessed by {instructions}"))
}

#[cold]
pub fn accesses_shared_memory_without_size(span: Span, instruction: &str) -> Diagnostic {
    let message = format!("`{instruction}` accesses shared memory, which has no size");
    Diagnostic::error(Code::NvSharedMemoryMissing, span, message)
        .with_help("add `SHARED_MEMORY bytes;` before the first statement")
}

#[cold]
pub fn memory_without_variable(span: Span, keyword: &str) -> Diagnostic {
    Diagnostic::error(Code::NvMemoryBinding, span, "memory must be named by a variable")
        .with_help(format!("declare a `{keyword}` variable bound to it, and name that"))
}

#[cold]
pub fn takes_memory(span: Span, instruction: &str, keyword: &str, name: &str) -> Diagnostic {
    let message = format!("`{instruction}` takes a `{keyword}` variable, but `{name}` is not one");
    Diagnostic::error(Code::NvMemoryOperand, span, message)
}

#[cold]
pub fn ldc_takes_cbuffer(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvMemoryOperand, span, "`LDC` takes a `CBUFFER` variable")
}

#[cold]
pub fn memory_with_components(span: Span) -> Diagnostic {
    let message = "memory has no components; the storage modifier says how many are accessed";
    Diagnostic::error(Code::NvSyntax, span, message)
}

#[cold]
pub fn ends_beyond_shared_memory(span: Span, end: u64, size: u32) -> Diagnostic {
    let message = format!("the access ends at byte {end}, but shared memory has {size}");
    Diagnostic::error(Code::NvSharedRange, span, message).with_note(
        "NV_compute_program5, 2.X.7.Y: a program fails to load if it accesses memory beyond the declared size",
    )
}

#[cold]
pub fn not_a_subroutine_variable(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NvSubroutine, span, format!("`{name}` is not a subroutine variable"))
        .with_help("declare it with `SUBROUTINE type name = program.subroutine[n];`")
}

/// `end` is that of the program.
#[cold]
pub fn indexed_arrays_share_binding(end: Span, span: Span, name: &str) -> Diagnostic {
    let message = format!("`{name}` is indexed by a register and shares a binding with another such array");
    Diagnostic::error(Code::NvBindingTwice, end, message)
        .with_secondary(span, "here")
        .with_help("bind each parameter to one array")
}

#[cold]
pub fn no_handles(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvHandle, span, "Vulkan has no texture and image handles")
        .with_help("compile with `--nv-handles=index`, and pass indices into arrays of descriptors instead")
}

#[cold]
pub fn handle_in_no_register(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvHandle, span, "a handle is a component of a register")
}
