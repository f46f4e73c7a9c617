//! Quick fixes from the help lines of diagnostics.
//!
//! Comes in: a range. Goes out: edits for the help lines that say exactly what to write. Must not depend on: codes; the form of the
//! help lines is the same for all (docs/diagnostics-style.md).

use std::collections::HashMap;
use std::ops::Range as Bytes;

use gen_lsp_types::{CodeAction, CodeActionKind, Range, TextEdit, Uri, WorkspaceEdit};
use glslsub::internals::diagnostics::Diagnostic;
use glslsub::internals::source::FileId;

use super::analysis::Place;
use super::documents::View;

/// The quick fixes of diagnostics in a range.
pub fn actions(view: &View<'_>, range: &Range) -> Vec<CodeAction> {
    let wanted = view.offset(&range.start)..view.offset(&range.end);
    let sources = &view.inspection.sources;
    let mut actions: Vec<CodeAction> = Vec::new();
    for diagnostic in &view.inspection.diagnostics {
        let place = sources.resolve(diagnostic.primary.span).map(|it| (it.file, it.range));
        let Some((file, bytes)) = place.filter(|(file, _)| *file == view.file) else { continue };
        if bytes.start > wanted.end || bytes.end < wanted.start {
            continue;
        }
        for fix in diagnostic.help.iter().flat_map(|help| fixes(view, diagnostic, help, &(file, bytes.clone()))) {
            actions.extend(action(view, fix).filter(|action| actions.iter().all(|it| it.title != action.title)));
        }
    }
    actions
}

/// An edit with its title.
struct Fix {
    title: String,
    place: Place,
    text: String,
}

/// The edits that a help line describes.
fn fixes(view: &View<'_>, diagnostic: &Diagnostic, help: &str, place: &Place) -> Vec<Fix> {
    let quoted: Vec<&str> = help.split('`').skip(1).step_by(2).collect();
    if let ["did you mean ", name, "?"] = *help.split('`').collect::<Vec<_>>() {
        let name = name.trim_start_matches('#');
        return vec![Fix { title: format!("Replace with `{name}`"), place: place.clone(), text: name.to_owned() }];
    }
    let mut fixes = Vec::new();
    for line in quoted {
        if line.starts_with("#extension ") && line.ends_with(": require") {
            fixes.extend(line_fix(view, line, after_version(view)));
        } else if line.starts_with("#version ") && help.starts_with("start the shader with") {
            fixes.extend(line_fix(view, line, Some(0)));
        } else if line == ";" && help == "add `;`" {
            let (file, bytes) = place;
            let end = end_of_previous(view, diagnostic).unwrap_or(bytes.start);
            fixes.push(Fix { title: "Add `;`".to_owned(), place: (*file, end..end), text: ";".to_owned() });
        }
    }
    fixes
}

/// Adds a line to the shader itself, not to an included file.
fn line_fix(view: &View<'_>, line: &str, at: Option<usize>) -> Option<Fix> {
    let sources = &view.inspection.sources;
    let main = sources.files().first()?;
    let at = at?;
    let is_line_start = main.text.get(..at).is_some_and(|before| before.is_empty() || before.ends_with(['\n', '\r']));
    let text = if is_line_start { format!("{line}\n") } else { format!("\n{line}\n") };
    Some(Fix { title: format!("Add `{line}`"), place: (FileId(0), at..at), text })
}

/// The first byte after the line of `#version`.
fn after_version(view: &View<'_>) -> Option<usize> {
    let preprocessed = view.inspection.preprocessed.as_ref()?;
    let sources = &view.inspection.sources;
    let Some((file, bytes)) = sources.spelling(preprocessed.version_span) else { return Some(0) };
    let source = sources.file(file)?;
    let next = source.line_starts().get(source.line_index(bytes.start) + 1);
    Some(next.map_or(source.text.len(), |&start| start as usize))
}

/// The end of the text before a diagnostic, without white space.
fn end_of_previous(view: &View<'_>, diagnostic: &Diagnostic) -> Option<usize> {
    let bytes: Bytes<usize> = view.own(diagnostic.primary.span)?;
    view.text().get(..bytes.start).map(|before| before.trim_end().len())
}

fn action(view: &View<'_>, fix: Fix) -> Option<CodeAction> {
    let (uri, range) = view.location(fix.place.0, &fix.place.1)?;
    let edit = TextEdit { range, new_text: fix.text };
    let edit = WorkspaceEdit { changes: Some(HashMap::from([(Uri(uri), vec![edit])])), ..WorkspaceEdit::default() };
    let kind = Some(CodeActionKind::QuickFix);
    Some(CodeAction { title: fix.title, kind, edit: Some(edit), ..CodeAction::default() })
}
