//! What was found in a shader, for programs and for people.
//!
//! Comes in: diagnostics with the text that they point into. Goes out: [`Finding`]s with names, lines and columns, and
//! text as the command line prints it. Must not depend on: terminals.

use std::fmt;

use rustc_hash::FxHashSet;

use crate::diagnostics::render::{human, summary};
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::source::{SourceMap, Span};

/// Everything that was found in a shader. `Display` prints it with source lines and without colors, like the program.
#[derive(Clone)]
pub struct Report {
    name: String,
    sources: SourceMap,
    diagnostics: Vec<Diagnostic>,
}

/// A diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The stable code; [`explain`](crate::explain()) says what it means.
    pub code: Code,
    /// The severity.
    pub severity: Severity,
    /// One sentence.
    pub message: String,
    /// Where it is; `None` if it has no place.
    pub place: Option<Place>,
    /// The label at the place; may be empty.
    pub label: String,
    /// Other places that explain it.
    pub related: Vec<Related>,
    /// The rules.
    pub notes: Vec<String>,
    /// How to fix it.
    pub help: Vec<String>,
}

/// A place in a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// The file, after `#line`.
    pub file: String,
    /// The first line, from 1, after `#line`.
    pub line: u32,
    /// The first column, from 1, in characters.
    pub column: u32,
    /// The line of its end.
    pub end_line: u32,
    /// The column after its end.
    pub end_column: u32,
}

/// A place with a label.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Related {
    /// Where.
    pub place: Place,
    /// The label; may be empty.
    pub label: String,
}

impl Report {
    pub(super) fn new(name: &str, sources: SourceMap, diagnostics: Vec<Diagnostic>) -> Self {
        Self { name: name.to_owned(), sources, diagnostics }
    }

    /// Whether there are no findings.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// The number of findings.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.diagnostics.len()
    }

    /// The name of the shader.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The findings.
    pub fn findings(&self) -> impl Iterator<Item = Finding> {
        self.diagnostics.iter().map(|it| self.finding(it))
    }

    /// The names of included files as the loader gave them, each once, in order of first use.
    pub fn dependencies(&self) -> impl Iterator<Item = &str> {
        let mut seen = FxHashSet::default();
        let included = self.sources.files().iter().filter(|file| file.included_at.is_defined());
        included.map(|file| file.name.as_str()).filter(move |name| seen.insert(*name))
    }

    fn finding(&self, diagnostic: &Diagnostic) -> Finding {
        let related =
            |it: &crate::diagnostics::Label| Some(Related { place: self.place(it.span)?, label: it.message.clone() });
        Finding {
            code: diagnostic.code,
            severity: diagnostic.severity,
            message: diagnostic.message.clone(),
            place: self.place(diagnostic.primary.span),
            label: diagnostic.primary.message.clone(),
            related: diagnostic.secondary.iter().filter_map(related).collect(),
            notes: diagnostic.notes.clone(),
            help: diagnostic.help.clone(),
        }
    }

    fn place(&self, span: Span) -> Option<Place> {
        let resolved = self.sources.resolve(span)?;
        let file = self.sources.file(resolved.file)?;
        let (start, end) = (file.location(resolved.range.start), file.location(resolved.range.end));
        Some(Place {
            file: start.file,
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&human(&self.diagnostics, &self.sources))?;
        match summary(&self.diagnostics, &self.name) {
            Some(line) => writeln!(f, "{line}"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Report")
            .field("name", &self.name)
            .field("diagnostics", &self.diagnostics)
            .finish_non_exhaustive()
    }
}

/// Why a shader did not compile: at least one error, and everything else that was found.
///
/// ```
/// let text = "#version 450\nvoid main() {\n    int first = one;\n}\n";
/// let errors = glslsub::Compiler::default().compile("a.comp", text).unwrap_err();
/// let finding = errors.report().findings().next().unwrap();
/// assert_eq!(finding.code.to_string(), "GS0200");
/// assert_eq!(finding.place.unwrap().line, 3);
/// assert!(errors.to_string().contains("int first = one;"));
/// ```
#[derive(Clone)]
pub struct Errors(Box<Report>);

impl Errors {
    pub(super) fn new(report: Report) -> Self {
        Self(Box::new(report))
    }

    /// Everything that was found.
    #[must_use]
    pub const fn report(&self) -> &Report {
        &self.0
    }

    /// The number of errors, without warnings and notes.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.diagnostics.iter().filter(|it| it.severity == Severity::Error).count()
    }
}

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The code that prints an error ends the line.
        f.write_str(self.0.to_string().trim_end())
    }
}

impl fmt::Debug for Errors {
    /// The text for humans: `main() -> Result<(), Errors>` and `unwrap()` print it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

impl std::error::Error for Errors {}
