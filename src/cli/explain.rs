//! `glslsub explain`.
//!
//! Comes in: a code or the name of a lint. Goes out: what it means, or the list of lints. Must not depend on: compilation.

use std::fmt::Write as _;

use glslsub::internals::diagnostics::Code;
use glslsub::internals::explain::explanation;
use glslsub::internals::lints;

use super::output::{self, Destination};
use super::{Outcome, report};

/// Prints the meaning of `code`: `GS0200`, `gs200` or `200`.
pub fn run(code: &str) -> u8 {
    let Some(found) = Code::parse(code).or_else(|| lints::code_of(code)) else {
        report::error(&format!("`{code}` is not a diagnostic code; codes look like GS0200"));
        return Outcome::Usage.into();
    };
    print(&format!("{found}: {}", explanation(found)))
}

/// Prints every lint: code, name, group, whether it is on by default, and what it is about.
pub fn list() -> u8 {
    let mut text = String::new();
    for lint in lints::LINTS {
        let on = if lint.by_default { "on" } else { "off" };
        let (code, summary) = (lint.code, lint.code.summary());
        // Writing to a string can't fail.
        let _ = writeln!(text, "{code}  {:<27} {:<11} {on:<4} {summary}", lint.name, lint.group.word());
    }
    print(&text)
}

fn print(text: &str) -> u8 {
    match output::write(&Destination::Stdout, text.as_bytes()) {
        Ok(()) => Outcome::Success.into(),
        Err(message) => {
            report::error(&message);
            Outcome::Failure.into()
        }
    }
}
