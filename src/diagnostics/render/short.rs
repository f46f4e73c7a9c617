//! Diagnostics as one line each, for editors and scripts: `shader.comp:3:5: error[GS0123]: message`.
//!
//! Comes in: diagnostics and their source map. Goes out: text. Must not depend on: colors.

use super::visible::visible_line;
use crate::diagnostics::{Diagnostic, Severity};
use crate::source::SourceMap;

/// Renders diagnostics as one line each. Lines and columns count from 1 and follow `#line`; a diagnostic without a
/// place has neither.
#[must_use]
pub fn short(diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
    let line = |diagnostic: &Diagnostic| {
        let place = sources
            .location(diagnostic.primary.span)
            .map_or_else(String::new, |it| format!("{}:{}:{}: ", visible_line(&it.file), it.line, it.column));
        let severity = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        format!("{place}{severity}[{}]: {}\n", diagnostic.code, visible_line(&diagnostic.message))
    };
    diagnostics.iter().map(line).collect()
}
