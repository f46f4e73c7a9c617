//! What a build script tells cargo.
//!
//! Comes in: paths and errors. Goes out: lines for cargo. Must not depend on: how shaders are compiled.

use std::io::Write;
use std::path::Path;

use crate::api::Errors;
use crate::diagnostics::Severity;

/// Runs the script again when a file changes, or anything in a folder.
pub(super) fn watch(path: &Path) -> String {
    format!("cargo::rerun-if-changed={}", path.display())
}

/// Runs the script again when a file appears where there is none. Cargo treats a path without a file as always changed,
/// so its folder is watched, or the nearest existing one around it; but none outside `roots`, as the crate's folder
/// contains the target folder.
pub(super) fn watch_missing(path: &Path, roots: &[&Path]) -> Option<String> {
    let folder = path.ancestors().skip(1).find(|it| it.is_dir())?;
    roots.iter().any(|root| folder.starts_with(root)).then(|| watch(folder))
}

/// A warning; cargo shows one line for each.
pub(super) fn warning(line: &str) -> String {
    format!("cargo::warning={line}")
}

/// Errors, one line each. The text with source lines goes to standard error when the script ends with it.
pub(super) fn errors(errors: &Errors) -> impl Iterator<Item = String> {
    errors.report().findings().filter(|it| it.severity == Severity::Error).map(|it| {
        let place = match it.place {
            Some(place) => format!("{}:{}:{}: ", place.file, place.line, place.column),
            None => String::new(),
        };
        let text = format!("{place}{} [{}]", it.message, it.code).replace('\n', " ");
        format!("cargo::error={text}")
    })
}

/// Prints lines for cargo.
pub(super) fn print(lines: &[String]) {
    let mut stdout = std::io::stdout().lock();
    for line in lines {
        // Cargo reads them; if it does not, nothing is lost.
        let _ = writeln!(stdout, "{line}");
    }
}
