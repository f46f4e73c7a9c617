//! What the pipeline itself says when something is wrong: a function per message.
//!
//! Comes in: the place, and names and numbers. Goes out: a [`Diagnostic`]. Must not depend on: the session.

use super::StageFallback;
use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;
use crate::stage::Stage;
use std::fmt::Display;

#[cold]
pub(super) fn not_a_stage(span: Span, word: &str) -> Diagnostic {
    let words: Vec<_> = Stage::all().iter().map(|row| format!("`{}`", row.word)).collect();
    Diagnostic::error(Code::UnknownStage, span, format!("`{word}` is not a shader stage"))
        .with_help(format!("the stages are {}", words.join(", ")))
}

/// Neither an option nor a pragma nor the name of the shader says its stage.
#[cold]
pub(super) fn unknown_stage(name: &str, fallback: StageFallback) -> Diagnostic {
    let help = match fallback {
        StageFallback::Name => {
            "give the file the suffix `.comp` or `.comp.glsl`, or use `#pragma shader_stage(compute)` or `--stage comp`"
        }
        StageFallback::Stage(_) | StageFallback::Nothing => "use `#pragma shader_stage(compute)`",
    };
    let message = format!("the stage of `{name}` is unknown");
    Diagnostic::error(Code::UnknownStage, Span::UNDEFINED, message).with_help(help)
}

#[cold]
pub(super) fn over_budget(what: &str, count: usize, most: usize) -> Diagnostic {
    let message = format!("this shader needs {count} {what}, but the budget allows {most}");
    Diagnostic::error(Code::OverBudget, Span::UNDEFINED, message)
        .with_help("split the shader, or use loops and functions instead of repeated code")
}

#[cold]
pub(super) fn broken_representation(violation: &dyn Display) -> Diagnostic {
    let message = format!("the typed representation is broken: {violation}");
    Diagnostic::error(Code::InternalError, Span::UNDEFINED, message)
}

#[cold]
pub(super) fn unmet_expectation(span: Span) -> Diagnostic {
    Diagnostic::warning(Code::UnmetExpectation, span, "nothing here gives the warnings that this expects")
        .with_help("leave the pragma out")
}

#[cold]
pub(super) fn failed_without_error() -> Diagnostic {
    Diagnostic::error(Code::InternalError, Span::UNDEFINED, "compilation failed without an error")
}
