//! Where the findings of the assembly front end go.
//!
//! Comes in: findings with spans in the text of the program. Goes out: diagnostics with spans in the source map. Must
//! not depend on: what is found.

use crate::diagnostics::{Code, Diagnostic, Diagnostics};
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

impl Report<'_> {
    /// A span in the source map.
    #[must_use]
    pub fn place(&self, span: Span) -> Span {
        match span.to_range() {
            Some(range) => Span::new(self.base + range.start as u32, self.base + range.end as u32),
            None => Span::UNDEFINED,
        }
    }

    /// Adds an error.
    pub fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        let diagnostic = Diagnostic::error(code, self.place(span), message);
        self.diagnostics.push(diagnostic);
    }

    /// Adds an error with a line of help.
    pub fn error_with(&mut self, code: Code, span: Span, message: impl Into<String>, help: impl Into<String>) {
        let diagnostic = Diagnostic::error(code, self.place(span), message).with_help(help);
        self.diagnostics.push(diagnostic);
    }

    /// Adds an error that points to a second place.
    pub fn error_at(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        (other, label): (Span, &str),
        help: impl Into<String>,
    ) {
        let other = self.place(other);
        let diagnostic =
            Diagnostic::error(code, self.place(span), message).with_secondary(other, label).with_help(help);
        self.diagnostics.push(diagnostic);
    }

    /// Adds a warning with a line of help.
    pub fn warning(&mut self, code: Code, span: Span, message: impl Into<String>, help: impl Into<String>) {
        let diagnostic = Diagnostic::warning(code, self.place(span), message).with_help(help);
        self.diagnostics.push(diagnostic);
    }

    /// Adds a finding about what the specifications forbid and NVIDIA's driver accepts.
    pub fn strict(&mut self, code: Code, span: Span, message: impl Into<String>, note: &str) {
        let place = self.place(span);
        let diagnostic = if self.relaxed {
            Diagnostic::warning(code, place, message)
        } else {
            Diagnostic::error(code, place, message)
                .with_help("`--nv-relaxed` accepts it with a warning, as NVIDIA's driver does")
        };
        self.diagnostics.push(diagnostic.with_note(note));
    }
}
