//! `glslsub explain`.
//!
//! Comes in: a code. Goes out: its meaning. Must not depend on: compilation.

use std::process::ExitCode;

use glslsub::internals::diagnostics::Code;
use glslsub::internals::explain::explanation;

use super::output::{self, Destination};
use super::{Outcome, report};

/// Prints the meaning of `code`: `GS0200`, `gs200` or `200`.
pub fn run(code: &str) -> ExitCode {
    let Some(found) = Code::parse(code) else {
        report::error(&format!("`{code}` is not a diagnostic code; codes look like GS0200"));
        return Outcome::Usage.into();
    };
    let text = format!("{found}: {}", explanation(found));
    match output::write(&Destination::Stdout, text.as_bytes()) {
        Ok(()) => Outcome::Success.into(),
        Err(message) => {
            report::error(&message);
            Outcome::Failure.into()
        }
    }
}
