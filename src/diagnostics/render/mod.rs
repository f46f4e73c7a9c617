//! Diagnostics as text: for people with their source lines ([`human()`]), or one line each ([`short()`]).
//!
//! Comes in: diagnostics and the source map they point into. Goes out: text, with colors only if the caller's writer
//! supports them. Must not depend on: files on disk, terminals.

mod files;
mod gcc;
mod human;
mod machine;
mod short;
#[cfg(test)]
mod tests;
mod visible;

pub use codespan_reporting::term::termcolor;
pub use gcc::{Columns, gcc};
pub use human::{human, human_to};
pub use machine::{json, sarif};
pub use short::short;
pub use visible::{visible, visible_line};

use super::{Diagnostic, Severity};

/// The line that ends the output: `error: 3 errors in shader.comp`. `None` if nothing was found.
#[must_use]
pub fn summary(diagnostics: &[Diagnostic], name: &str) -> Option<String> {
    let name = visible_line(name);
    let count = |severity| diagnostics.iter().filter(|it| it.severity == severity).count();
    let plural = |count: usize, noun: &str| match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    };
    match (count(Severity::Error), count(Severity::Warning)) {
        (0, 0) => None,
        (0, warnings) => Some(format!("warning: {} in {name}", plural(warnings, "warning"))),
        (errors, 0) => Some(format!("error: {} in {name}", plural(errors, "error"))),
        (errors, warnings) => {
            Some(format!("error: {} and {} in {name}", plural(errors, "error"), plural(warnings, "warning")))
        }
    }
}
