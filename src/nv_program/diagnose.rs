//! Where the findings of the assembly front end go.
//!
//! Comes in: diagnostics with spans in the text of the program. Goes out: the same with spans in the source map. Must not
//! depend on: what is found.

use crate::diagnostics::{Diagnostic, Diagnostics, Severity};
use crate::source::Span;

/// Diagnostics of one program.
#[derive(Debug)]
pub struct Report<'a> {
    /// Where they go.
    pub diagnostics: &'a mut Diagnostics,
    /// The address of the first byte of the text.
    pub base: u32,
    /// Whether to warn about what the reference driver accepts.
    pub relaxed: bool,
}

/// The span in the source map of a span in the text of a program, whose first byte has the address `base`.
pub fn in_source(span: Span, base: u32) -> Span {
    match span.to_range() {
        Some(range) => Span::new(base + range.start as u32, base + range.end as u32),
        None => Span::UNDEFINED,
    }
}

impl Report<'_> {
    /// Adds a finding, whose spans are in the text of the program.
    pub fn push(&mut self, mut diagnostic: Diagnostic) {
        diagnostic.primary.span = in_source(diagnostic.primary.span, self.base);
        for label in &mut diagnostic.secondary {
            label.span = in_source(label.span, self.base);
        }
        self.diagnostics.push(diagnostic);
    }

    /// Adds an error about what the specifications forbid and NVIDIA's driver accepts; with `--nv-relaxed` it is a warning.
    pub fn strict(&mut self, mut error: Diagnostic) {
        if self.relaxed {
            error.severity = Severity::Warning;
            self.push(error);
        } else {
            self.push(error.with_help("`--nv-relaxed` accepts it with a warning, as NVIDIA's driver does"));
        }
    }
}
