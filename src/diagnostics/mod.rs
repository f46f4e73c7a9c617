//! Diagnostics as plain values: a code, a message, labels, notes, help. Rendering is left to `render`.
//!
//! Comes in: what the stages found. Goes out: [`Diagnostic`]s in source order, and text made from them by the
//! siblings of this file. Must not depend on: any stage.
//!
//! Message style (kept by every stage): lower case, one sentence, no full stop; source text in backquotes; say what
//! is wrong in plain words first, the rule in a note, the fix in a help line. Exactly one primary label, on the
//! smallest token or argument that is wrong.

mod article;
mod codes;
mod foreign_word;
mod length;
pub mod render;
mod suggestion;

pub use article::with_article;
pub use codes::Code;
pub use foreign_word::{ForeignWord, Role, foreign_word, foreign_words};
pub use suggestion::{Suggestions, did_you_mean};

use crate::source::Span;
use std::collections::BTreeMap;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Nothing is wrong; the user asked to be told.
    Note,
    /// Compilation continues and produces a module.
    Warning,
    /// No module is produced.
    Error,
}

/// A span with a message about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The message; may be empty.
    pub message: String,
}

/// One finding.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// The stable code.
    pub code: Code,
    /// Error, warning or note.
    pub severity: Severity,
    /// If only one thing can be shown, it is this sentence.
    pub message: String,
    /// What is wrong.
    pub primary: Label,
    /// Other places that explain: the declaration, the other operand, the macro.
    pub secondary: Vec<Label>,
    /// The rule, with its source.
    pub notes: Vec<String>,
    /// How to fix it.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// An error at `span`.
    #[must_use]
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, span, message)
    }

    /// A warning at `span`.
    #[must_use]
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, span, message)
    }

    /// A note at `span`.
    #[must_use]
    pub fn note(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, code, span, message)
    }

    pub(crate) fn new(severity: Severity, code: Code, span: Span, message: impl Into<String>) -> Self {
        Self {
            code,
            severity,
            message: message.into(),
            primary: Label { span, message: String::new() },
            secondary: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
        }
    }

    /// Adds text to the primary label.
    #[must_use]
    pub fn with_label(mut self, message: impl Into<String>) -> Self {
        self.primary.message = message.into();
        self
    }

    /// Adds a second place.
    #[must_use]
    pub fn with_secondary(mut self, span: Span, message: impl Into<String>) -> Self {
        self.secondary.push(Label { span, message: message.into() });
        self
    }

    /// Adds the rule.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Adds the fix.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// Adds the name that was probably meant, if [`did_you_mean`] has found one.
    #[must_use]
    pub fn with_similar_name(self, similar: Option<&str>) -> Self {
        match similar {
            Some(similar) => self.with_help(format!("did you mean `{similar}`?")),
            None => self,
        }
    }

    /// The same with all texts short enough to read: names may have millions of characters.
    fn readable(mut self) -> Self {
        let labels = self.secondary.iter_mut().map(|it| &mut it.message);
        let texts = labels.chain(&mut self.notes).chain(&mut self.help);
        for text in texts.chain([&mut self.message, &mut self.primary.message]) {
            *text = length::readable(std::mem::take(text));
        }
        self
    }
}

/// Everything found so far in one compilation.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    errors: usize,
    /// Where something was first left out of the result because of an error.
    left_out: Option<Span>,
}

/// How many diagnostics of one compilation are kept. More would not be read, and must not take unbounded memory.
const MOST_DIAGNOSTICS: usize = 10_000;

impl Diagnostics {
    /// Adds a finding, with texts that are short enough to read. A second one with the same code and span is dropped: it would say the same. After ten thousand,
    /// one last error says that there are more.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        match self.list.len().cmp(&MOST_DIAGNOSTICS) {
            std::cmp::Ordering::Less => {}
            std::cmp::Ordering::Equal => {
                self.errors += 1;
                self.list.push(too_many_diagnostics());
                return;
            }
            std::cmp::Ordering::Greater => return,
        }
        let repeated = self.list.iter().rev().take(16).any(|earlier| {
            earlier.code == diagnostic.code
                && earlier.primary.span == diagnostic.primary.span
                && diagnostic.primary.span.is_defined()
        });
        if repeated {
            return;
        }
        if diagnostic.severity == Severity::Error {
            self.errors += 1;
        }
        self.list.push(diagnostic.readable());
    }

    /// Records that something at `span` is left out of the result because of an error. The error may be reported later,
    /// or withdrawn as the consequence of another; but if there is none in the end, part of the shader was dropped
    /// silently. Code that drops something calls this, and [`close`](Self::close) checks that the user was told.
    pub fn left_out(&mut self, span: Span) {
        self.left_out.get_or_insert(span);
    }

    /// Reports a bug in the compiler if something was left out though there is no error.
    pub fn close(&mut self) {
        if let Some(span) = self.left_out.filter(|_| !self.has_errors()) {
            self.push(left_out_without_error(span));
        }
    }

    /// Whether any error was found.
    #[must_use]
    pub const fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// The number of errors.
    #[must_use]
    pub const fn error_count(&self) -> usize {
        self.errors
    }

    /// Withdraws findings from index `start` on for which `keep` is false.
    pub fn retain_from(&mut self, start: usize, keep: impl Fn(&Diagnostic) -> bool) {
        let later = self.list.split_off(start.min(self.list.len()));
        self.list.extend(later.into_iter().filter(keep));
        self.errors = self.list.iter().filter(|it| it.severity == Severity::Error).count();
    }

    /// Of several errors with this code and the same fix, keeps only the first: one line mends all of them. It says how
    /// many more there are.
    pub fn merge_by_fix(&mut self, code: Code) {
        let mut kept: Vec<Diagnostic> = Vec::with_capacity(self.list.len());
        // The index in `kept` of the first error with each fix, and how many followed it.
        let mut first: BTreeMap<Vec<String>, (usize, usize)> = BTreeMap::new();
        for diagnostic in self.list.drain(..) {
            if diagnostic.code == code && diagnostic.severity == Severity::Error {
                if let Some((_, more)) = first.get_mut(&diagnostic.help) {
                    *more += 1;
                    continue;
                }
                first.insert(diagnostic.help.clone(), (kept.len(), 0));
            }
            kept.push(diagnostic);
        }
        for (index, more) in first.into_values().filter(|&(_, more)| more > 0) {
            if let Some(diagnostic) = kept.get_mut(index) {
                let uses = if more == 1 { "1 more use needs".to_owned() } else { format!("{more} more uses need") };
                diagnostic.notes.push(format!("{uses} the same"));
            }
        }
        self.list = kept;
        self.errors = self.list.iter().filter(|it| it.severity == Severity::Error).count();
    }

    /// Adds a line of help to the first finding with this code and help.
    pub fn add_help(&mut self, code: Code, help: &[String], more: String) {
        if let Some(diagnostic) = self.list.iter_mut().find(|it| it.code == code && it.help == help) {
            diagnostic.help.push(more);
        }
    }

    /// The findings in the order in which they were made.
    #[must_use]
    pub fn as_slice(&self) -> &[Diagnostic] {
        &self.list
    }

    /// Turns warnings about existing, correct code into notes, or drops them unless all are `wanted`.
    pub fn demote(&mut self, wanted: bool) {
        let is_noted = |it: &Diagnostic| it.severity == Severity::Warning && it.code.is_noted();
        self.list.retain(|it| wanted || !is_noted(it));
        for diagnostic in self.list.iter_mut().filter(|it| is_noted(it)) {
            diagnostic.severity = Severity::Note;
        }
    }

    /// The findings, by value.
    #[must_use]
    pub fn into_vec(self) -> Vec<Diagnostic> {
        self.list
    }
}

#[cold]
fn too_many_diagnostics() -> Diagnostic {
    let message = format!("more than {MOST_DIAGNOSTICS} diagnostics; the rest is not shown");
    Diagnostic::error(Code::TooManyDiagnostics, Span::UNDEFINED, message)
}

#[cold]
fn left_out_without_error(span: Span) -> Diagnostic {
    Diagnostic::error(Code::InternalError, span, "this was left out of the result, and no error says why")
}

#[cfg(test)]
mod tests {
    use super::{Code, Diagnostic, Diagnostics, MOST_DIAGNOSTICS, Span};

    #[test]
    fn endless_findings_end_in_one() {
        let mut all = Diagnostics::default();
        for place in 1..=2 * MOST_DIAGNOSTICS as u32 {
            all.push(Diagnostic::warning(Code::UnknownExtension, Span::new(place, place + 1), "unknown"));
        }
        assert_eq!(all.as_slice().len(), MOST_DIAGNOSTICS + 1);
        assert_eq!(all.as_slice().last().map(|it| it.code), Some(Code::TooManyDiagnostics));
        assert!(all.has_errors());
    }

    #[test]
    fn what_is_left_out_needs_an_error() {
        let mut silent = Diagnostics::default();
        silent.push(Diagnostic::warning(Code::UnknownExtension, Span::new(1, 2), "unknown"));
        silent.left_out(Span::new(3, 4));
        silent.close();
        assert_eq!(silent.as_slice().last().map(|it| it.code), Some(Code::InternalError));
        let mut reported = Diagnostics::default();
        reported.left_out(Span::new(3, 4));
        reported.push(Diagnostic::error(Code::UndeclaredIdentifier, Span::new(5, 6), "`a` is not declared"));
        reported.close();
        assert_eq!(reported.error_count(), 1);
    }
}
