//! What is wrong with the characters of a program, its header and its use of warps: a function per message.
//!
//! Comes in: places in the text of the program, and words. Goes out: a [`Diagnostic`]. Must not depend on: the program.

use super::HEADER;
use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;
use std::fmt::Display;

#[cold]
pub(super) fn character_not_allowed(span: Span, shown: &dyn Display) -> Diagnostic {
    Diagnostic::error(Code::NvCharacter, span, format!("`{shown}` is not allowed in an assembly program"))
}

#[cold]
pub(super) fn text_before_header(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvHeader, span, format!("text before the header `{HEADER}`"))
        .with_help("a program starts with its header")
}

#[cold]
pub(super) fn header_of_other_program(span: Span, header: &str) -> Diagnostic {
    let message = format!("`{header}` programs are not supported: only compute programs (`{HEADER}`) are");
    Diagnostic::error(Code::NvOtherHeader, span, message)
}

#[cold]
pub(super) fn no_header(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvHeader, span, format!("an assembly program begins with `{HEADER}`"))
        .with_help(format!("write `{HEADER}` as its first word"))
}

/// A warp instruction that therefore is not emulated.
#[cold]
pub(super) fn divergent_warp_is_native(span: Span, name: &str) -> Diagnostic {
    let message = format!("not all invocations of the group may reach this `{name}` together");
    Diagnostic::warning(Code::NvDivergentWarp, span, message)
        .with_help("the program runs on devices whose subgroups have 32 invocations; `--warp=native` says so")
}

/// A warp instruction that cannot be emulated.
#[cold]
pub(super) fn divergent_warp(span: Span, name: &str) -> Diagnostic {
    let message = format!("not all invocations of the group may reach this `{name}` together");
    Diagnostic::error(Code::NvDivergentWarp, span, message)
        .with_help("its emulation has a barrier; compile with `--warp=native` for subgroups of 32 invocations")
}

#[cold]
pub(super) fn warps_of_variable_group(span: Span) -> Diagnostic {
    Diagnostic::error(Code::NvDivergentWarp, span, "warps of a group of variable size cannot be emulated")
        .with_help("compile with `--warp=native`")
}
