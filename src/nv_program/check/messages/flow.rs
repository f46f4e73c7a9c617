//! Blocks, jumps, labels, calls and condition codes.
//!
//! Comes in: places in the text of the program, and names and numbers. Goes out: a [`Diagnostic`]. Must not depend on: the
//! checker's state.

use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;

#[cold]
pub fn nested_too_deep(span: Span, instruction: &str, limit: usize) -> Diagnostic {
    Diagnostic::error(Code::NvNesting, span, format!("more than {limit} nested `{instruction}`"))
}

#[cold]
pub fn second_else(span: Span, open: Span) -> Diagnostic {
    Diagnostic::error(Code::NvBlock, span, "a second `ELSE` in one `IF`")
        .with_secondary(open, "this `IF`")
        .with_help("remove one of them")
}

#[cold]
pub fn does_not_match_block(span: Span, open: Span, word: &str) -> Diagnostic {
    Diagnostic::error(Code::NvBlock, span, format!("`{word}` does not match the innermost open block"))
        .with_secondary(open, "this block is still open")
        .with_help("close the inner block first")
}

#[cold]
pub fn closes_no_block(span: Span, word: &str) -> Diagnostic {
    Diagnostic::error(Code::NvBlock, span, format!("`{word}` closes no block"))
}

/// `begin` is the beginning of the block, `word`, which `close` would close.
#[cold]
pub fn block_without_end(end: Span, begin: Span, word: &str, close: &str) -> Diagnostic {
    Diagnostic::error(Code::NvBlock, end, format!("the program ends inside a block that no `{close}` closes"))
        .with_secondary(begin, format!("this `{word}`"))
        .with_help(format!("add `{close};`"))
}

#[cold]
pub fn endless_loop(span: Span, begin: Span) -> Diagnostic {
    Diagnostic::error(Code::NvEndlessLoop, span, "the loop that ends here never terminates")
        .with_secondary(begin, "it begins here")
        .with_help("give `REP` a count, or leave it with `BRK` or `RET`")
}

#[cold]
pub fn brk_outside_loop(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvJump, span, "`BRK` outside a loop")
}

#[cold]
pub fn cont_outside_loop(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvJump, span, "`CONT` outside a loop").with_note("NV_gpu_program4, 2.X.8.Z, CONT")
}

/// A subroutine that is called; `end` is that of the program, where it is missing.
#[cold]
pub fn called_subroutine_missing(end: Span, span: Span, name: &str, near: Option<&str>) -> Diagnostic {
    let diagnostic =
        Diagnostic::error(Code::NvLabel, end, format!("there is no subroutine `{name}`")).with_secondary(span, "here");
    match near {
        Some(_) => diagnostic.with_similar_name(near),
        None => diagnostic.with_help("write it with its name and `:`"),
    }
}

#[cold]
pub fn label_inside_block(span: Span, open: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NvLabel, span, format!("label `{name}` inside a block"))
        .with_secondary(open, "this block is still open")
        .with_help("close the block first")
}

#[cold]
pub fn falls_through_to_label(span: Span, name: &str) -> Diagnostic {
    let message = format!("execution falls through to label `{name}`, where it returns");
    Diagnostic::warning(Code::NvFallThrough, span, message).with_help("write `RET;` before it")
}

#[cold]
pub fn subroutine_number_out_of_range(span: Span, number: u32, limit: u32) -> Diagnostic {
    let message = format!("the number of the subroutine is {number}; there are {limit}");
    Diagnostic::error(Code::NvSubroutine, span, message)
}

#[cold]
pub fn duplicate_subroutine_number(span: Span, earlier: Span, number: u32) -> Diagnostic {
    Diagnostic::error(Code::NvSubroutine, span, format!("two subroutines have the number {number}"))
        .with_secondary(earlier, "the first")
        .with_help("give each its own")
}

#[cold]
pub fn calls_itself(end: Span, call: Span, name: &str) -> Diagnostic {
    Diagnostic::error(Code::NvLabel, end, format!("`{name}` calls itself"))
        .with_secondary(call, "by this call")
        .with_help("SPIR-V has no recursion; use a loop")
}

#[cold]
pub fn calls_nest_too_deep(span: Span, name: &str, limit: u32) -> Diagnostic {
    Diagnostic::error(Code::NvNesting, span, format!("calls of `{name}` nest deeper than {limit}"))
}

#[cold]
pub fn tests_unset_component(span: Span, component: &str) -> Diagnostic {
    let message = format!("this condition tests component {component}, which no instruction sets");
    Diagnostic::warning(Code::NvUnsetFlag, span, message)
        .with_help("name the component that is set, for example `NE.x`")
}
