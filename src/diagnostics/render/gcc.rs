//! Diagnostics as one line each in the form of GCC, which editors and build systems match: `shader.comp:3: error: message`.
//!
//! Comes in: diagnostics and their source map. Goes out: text. Must not depend on: colors.

use super::visible::visible_line;
use crate::diagnostics::{Diagnostic, Severity};
use crate::source::SourceMap;

/// Whether lines name columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    /// `file:line:column:`
    Shown,
    /// `file:line:`, as in glslc.
    Hidden,
}

/// Renders diagnostics as one line each, with the help and the code at its end: `shader.comp:3: error: message; help
/// [GS0123]`. Lines count from 1 and follow `#line`; a diagnostic without a place has `name`, the shader's.
#[must_use]
pub fn gcc(diagnostics: &[Diagnostic], sources: &SourceMap, name: &str, columns: Columns) -> String {
    let line = |diagnostic: &Diagnostic| {
        let place = match (sources.location(diagnostic.primary.span), columns) {
            (Some(it), Columns::Shown) => format!("{}:{}:{}", visible_line(&it.file), it.line, it.column),
            (Some(it), Columns::Hidden) => format!("{}:{}", visible_line(&it.file), it.line),
            (None, _) => visible_line(name).into_owned(),
        };
        let severity = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        let help: String = diagnostic.help.iter().map(|help| format!("; {help}")).collect();
        let text = format!("{}{help}", diagnostic.message).replace('\n', " ");
        let text = visible_line(&text);
        format!("{place}: {severity}: {text} [{}]\n", diagnostic.code)
    };
    diagnostics.iter().map(line).collect()
}
