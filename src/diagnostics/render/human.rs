//! Diagnostics for people: codespan-reporting's layout with source lines.
//!
//! Comes in: diagnostics and their source map. Goes out: text or calls of a color writer. Must not depend on:
//! terminals.

use std::io;

use codespan_reporting::diagnostic::{Diagnostic as Shown, Label, Severity as ShownSeverity};
use codespan_reporting::term::termcolor::{NoColor, WriteColor};
use codespan_reporting::term::{Config, Styles, StylesWriter, emit_to_write_style};

use super::files::{ShownFiles, ShownTexts};
use super::visible::{visible, visible_line};
use crate::diagnostics::{Diagnostic, Severity};
use crate::source::{Resolved, SourceMap, Span};

/// Macro expansions shown for one label; the rest of a deep chain would add nothing.
const MAX_EXPANSIONS: usize = 3;
/// Includes shown for one diagnostic, innermost first.
const MAX_INCLUDES: usize = 8;

/// Lines longer than this many bytes are not shown: the place would be hard to find in them, and a generated file of
/// one line with many errors would be printed once for each.
const LONGEST_SHOWN_LINE: usize = 2_000;

/// Renders diagnostics without colors.
#[must_use]
pub fn human(diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
    let mut buffer = NoColor::new(Vec::new());
    // Writing to memory does not fail.
    let _ = human_to(&mut buffer, diagnostics, sources);
    String::from_utf8_lossy(&buffer.into_inner()).into_owned()
}

/// Renders diagnostics to a writer that may support colors.
///
/// # Errors
/// When the writer fails.
pub fn human_to(writer: &mut dyn WriteColor, diagnostics: &[Diagnostic], sources: &SourceMap) -> io::Result<()> {
    let config = Config::default();
    let styles = Styles::default();
    let mut texts = ShownTexts::default();
    for diagnostic in diagnostics {
        let mut files = ShownFiles::new(sources, &mut texts);
        let shown = shown(diagnostic, sources, &mut files);
        emit_to_write_style(&mut StylesWriter::new(&mut *writer, &styles), &config, &files, &shown)
            .map_err(io::Error::other)?;
    }
    Ok(())
}

fn shown(diagnostic: &Diagnostic, sources: &SourceMap, files: &mut ShownFiles<'_>) -> Shown<usize> {
    let severity = match diagnostic.severity {
        Severity::Error => ShownSeverity::Error,
        Severity::Warning => ShownSeverity::Warning,
        Severity::Note => ShownSeverity::Note,
    };
    let mut shown =
        Shown::new(severity).with_code(diagnostic.code.to_string()).with_message(visible_line(&diagnostic.message));
    let primary = sources.resolve(diagnostic.primary.span);
    if let Some(at) = &primary
        && is_on_long_line(at, sources)
    {
        shown.notes.extend(long_line(diagnostic.primary.span, "", sources));
        shown.notes.extend(diagnostic.help.iter().map(|help| prefixed("help: ", help)));
        return shown;
    }
    if let Some(at) = &primary
        && let Some((id, range)) = files.place(at.file, &at.range)
    {
        shown.labels.push(Label::primary(id, range).with_message(visible_line(&diagnostic.primary.message)));
        expansions(at, sources, files, &mut shown);
    }
    for label in &diagnostic.secondary {
        let Some(at) = sources.resolve(label.span) else { continue };
        if is_on_long_line(&at, sources) {
            shown.notes.extend(long_line(label.span, &format!("{}: ", visible_line(&label.message)), sources));
        } else if let Some((id, range)) = files.place(at.file, &at.range) {
            shown.labels.push(Label::secondary(id, range).with_message(visible_line(&label.message)));
        }
    }
    shown.notes.extend(diagnostic.notes.iter().map(|note| prefixed("note: ", note)));
    shown.notes.extend(diagnostic.help.iter().map(|help| prefixed("help: ", help)));
    if let Some(at) = primary {
        shown.notes.extend(includes(&at, sources));
    }
    shown
}

/// Whether a place is in a line that is too long to show.
fn is_on_long_line(at: &Resolved, sources: &SourceMap) -> bool {
    sources
        .file(at.file)
        .and_then(|file| file.line_range(file.line_index(at.range.start)))
        .is_some_and(|line| line.len() > LONGEST_SHOWN_LINE)
}

/// A note in place of a line that is too long to show.
fn long_line(span: Span, prefix: &str, sources: &SourceMap) -> Option<String> {
    let location = sources.location(span)?;
    let place = format!("{}:{}:{}", visible_line(&location.file), location.line, location.column);
    Some(format!("note: {prefix}at {place}, in a line too long to show"))
}

/// Labels for the macros from which the token at `at` was expanded.
fn expansions(at: &Resolved, sources: &SourceMap, files: &mut ShownFiles<'_>, shown: &mut Shown<usize>) {
    for level in at.expansions.iter().take(MAX_EXPANSIONS) {
        let Some(name) = sources.text(level.definition) else { continue };
        let Some(written) = sources.resolve(level.spelling).or_else(|| sources.resolve(level.definition)) else {
            continue;
        };
        if is_on_long_line(&written, sources) {
            continue;
        }
        if let Some((id, range)) = files.place(written.file, &written.range) {
            let label = Label::secondary(id, range);
            shown.labels.push(label.with_message(format!("in this expansion of macro `{}`", visible_line(name))));
        }
    }
}

/// The `#include` lines that lead to the file of `at`, from the inside out.
fn includes(at: &Resolved, sources: &SourceMap) -> Vec<String> {
    let mut notes = Vec::new();
    let mut included_at = sources.file(at.file).map_or(Span::UNDEFINED, |file| file.included_at);
    while let Some(next) = sources.resolve(included_at) {
        if notes.len() == MAX_INCLUDES {
            notes.push("note: and so on".to_owned());
            break;
        }
        if let Some(location) = sources.location(included_at) {
            notes.push(format!("note: included from {}:{}", visible_line(&location.file), location.line));
        }
        included_at = sources.file(next.file).map_or(Span::UNDEFINED, |file| file.included_at);
    }
    notes
}

/// The text with a prefix; further lines are indented to the same column.
fn prefixed(prefix: &str, text: &str) -> String {
    let continued = format!("\n{:width$}", "", width = prefix.len());
    format!("{prefix}{}", visible(text).replace('\n', &continued))
}
