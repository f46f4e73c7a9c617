//! `glslsub explain`.
//!
//! Comes in: a code. Goes out: what it means. Must not know: compilation.

use std::process::ExitCode;

use glslsub::diagnostics::Code;

use super::output::{self, Destination};
use super::{Outcome, report};

/// Prints the meaning of `code`: `GS0200`, `gs200` or `200`.
pub fn run(code: &str) -> ExitCode {
    let digits = code.trim_start_matches(['G', 'g']).trim_start_matches(['S', 's']);
    let found = digits.parse::<u16>().ok().and_then(|number| Code::ALL.iter().find(|it| **it as u16 == number));
    let Some(found) = found else {
        report::error(&format!("`{code}` is not a diagnostic code; codes look like GS0200"));
        return Outcome::Usage.into();
    };
    let text = format!("{found}: {}\n", found.summary());
    match output::write(&Destination::Stdout, text.as_bytes()) {
        Ok(()) => Outcome::Success.into(),
        Err(message) => {
            report::error(&message);
            Outcome::Failure.into()
        }
    }
}
