//! `!!NVcp5.0` assembly to HIR: the second front end.
//!
//! Comes in: the text of a compute program (NV_compute_program5 and its related extensions) and [`Options`]. Goes out: a
//! [`hir::Module`](crate::hir::Module) with a [`Reflection`] of its resources, or diagnostics. Must not depend on: GLSL,
//! SPIR-V instructions.
//!
//! # Stages
//!
//! 1. `lexer` and `parse` read statements, with one diagnostic for each that is malformed.
//! 2. `check` resolves names and checks each statement against the rules of the language; the result is a
//!    [`program::Program`] without names.
//! 3. `uniformity` finds the warp instructions that not all invocations of a group reach together.
//! 4. `lower` writes HIR: each register component is a local variable of 32 or 64 bits without a type, each flag of a
//!    condition code that a condition tests is a `bool` local. Passes over HIR turn these locals into values.
//!
//! The instructions are rows of `builtins/nv_program.opcodes`. Where the specifications and NVIDIA's driver
//! differ, the specifications win, unless [`Options::relaxed`] is on; docs/nv-assembly.md lists the differences.

pub mod ast;
mod check;
mod diagnose;
mod lexer;
mod lower;
mod messages;
pub mod opcode;
mod options;
mod parse;
pub mod program;
mod reflect;
pub mod target;
mod uniformity;

pub use options::{Bind, BindStyle, Limits, Options, ResourceKind, Warp};
pub use reflect::{Reflection, Resource, Specialization};

use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::hir::Module;
use crate::source::Span;
use diagnose::Report;

/// The header of a compute program.
pub const HEADER: &str = "!!NVcp5.0";

/// Whether a text is an assembly program of any kind, judging by its header.
#[must_use]
pub fn is_program(text: &str) -> bool {
    text.trim_start().starts_with("!!")
}

/// Reads and checks a program whose first byte has the address `base`.
pub fn check(text: &str, base: u32, options: &Options, diagnostics: &mut Diagnostics) -> Option<program::Program> {
    let mut report = Report { diagnostics, base, relaxed: options.relaxed };
    let start = header(text, &mut report)?;
    let tokens = lexer::tokens(text, start, &mut report);
    let syntax = parse::parse(text, tokens, &mut report);
    check::check(text, &syntax, options, &mut report)
}

/// Reads, checks and lowers a program whose first byte has the address `base`.
pub fn analyze(
    text: &str,
    base: u32,
    options: &Options,
    diagnostics: &mut Diagnostics,
) -> Option<(Module, Reflection)> {
    let program = check(text, base, options, diagnostics)?;
    let mut report = Report { diagnostics, base, relaxed: options.relaxed };
    let emulate = emulates_warps(&program, options, &mut report)?;
    match lower::lower(&program, options, base, emulate) {
        Ok(lowered) => Some(lowered),
        Err((span, message)) => {
            diagnostics.push(unsupported(span, message));
            None
        }
    }
}

/// Whether warp instructions go through shared memory. Barriers must be reached by all invocations of a group.
fn emulates_warps(program: &program::Program, options: &Options, report: &mut Report<'_>) -> Option<bool> {
    if options.warp == Warp::Native {
        return Some(false);
    }
    if !uniformity::has_warp_instructions(program) {
        return Some(true);
    }
    let divergent = uniformity::divergent(program);
    let known_size = program.group_size.is_some();
    if options.warp == Warp::Auto && (!divergent.is_empty() || !known_size) {
        if let Some(&(span, name)) = divergent.first() {
            report.push(messages::divergent_warp_is_native(span, name));
        }
        return Some(false);
    }
    if !known_size {
        report.push(messages::warps_of_variable_group(Span::new(0, 1)));
        return None;
    }
    for &(span, name) in &divergent {
        report.push(messages::divergent_warp(span, name));
    }
    divergent.is_empty().then_some(true)
}

/// The end of the header.
fn header(text: &str, report: &mut Report<'_>) -> Option<usize> {
    if text.starts_with(HEADER) {
        return Some(HEADER.len());
    }
    let blank = text.len() - text.trim_start().len();
    let rest = text.get(blank..).unwrap_or("");
    if rest.starts_with(HEADER) {
        report.push(messages::text_before_header(Span::new(0, blank as u32)));
        return Some(blank + HEADER.len());
    }
    let word: String = rest.chars().take_while(|it| it.is_ascii_alphanumeric() || "!._".contains(*it)).collect();
    let span = Span::new(blank as u32, (blank + word.len().max(1)) as u32);
    if word.starts_with("!!") {
        report.push(messages::header_of_other_program(span, &word));
    } else {
        report.push(messages::no_header(span));
    }
    None
}

#[cold]
fn unsupported(span: Span, message: String) -> Diagnostic {
    Diagnostic::error(Code::NvUnsupported, span, message)
}
