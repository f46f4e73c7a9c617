//! Diagnostics as the protocol has them, file by file.
//!
//! Comes in: checked shaders. Goes out: notifications. Must not depend on: when they are sent.

use std::collections::{BTreeMap, BTreeSet};

use gen_lsp_types::{
    Code, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, Message, PublishDiagnosticsParams,
    Range, Uri,
};
use glslsub::internals::diagnostics::{self, Severity};
use glslsub::internals::driver::Inspection;
use glslsub::internals::source::{FileId, Span};

use super::documents::{Checked, Documents};
use super::files::uri_of;
use super::place;

/// What is to be published for shaders that have changed. A file without diagnostics gets an empty list if it had some.
pub fn publish(documents: &mut Documents) -> Vec<PublishDiagnosticsParams> {
    let mut all = Vec::new();
    let mut open = BTreeSet::new();
    for checked in documents.changed() {
        let mut files = checked.inspection.map(by_file).unwrap_or_default();
        // The shader itself, so that the editor knows that it was checked.
        files.entry(checked.name.to_owned()).or_default();
        for name in checked.has_diagnostics.iter() {
            files.entry(name.clone()).or_default();
        }
        *checked.has_diagnostics =
            files.iter().filter(|(_, list)| !list.is_empty()).map(|(name, _)| name.clone()).collect();
        open.extend(files.keys().cloned());
        all.extend(files.into_iter().map(|(name, list)| parameters(&name, &checked, list)));
    }
    let gone = documents.take_closed();
    let empty =
        |name: &String| PublishDiagnosticsParams { uri: Uri(uri_of(name)), version: None, diagnostics: Vec::new() };
    all.extend(gone.iter().filter(|name| !open.contains(*name)).map(empty));
    all
}

fn parameters(name: &str, checked: &Checked<'_>, diagnostics: Vec<Diagnostic>) -> PublishDiagnosticsParams {
    let version = (name == checked.name).then_some(checked.version);
    PublishDiagnosticsParams { uri: Uri(uri_of(name)), version, diagnostics }
}

/// The diagnostics of a shader by the name of the file that they are in.
fn by_file(inspection: &Inspection) -> BTreeMap<String, Vec<Diagnostic>> {
    let mut files: BTreeMap<String, Vec<Diagnostic>> = BTreeMap::new();
    for it in &inspection.diagnostics {
        // One without a place stands at the beginning of the shader.
        let place = location(inspection, it.primary.span);
        let main = || Some((inspection.sources.file(FileId(0))?.name.clone(), Range::default()));
        let Some((name, range)) = place.or_else(main) else { continue };
        files.entry(name).or_default().push(diagnostic(inspection, it, range));
    }
    files
}

/// The file and the range of a span.
fn location(inspection: &Inspection, span: Span) -> Option<(String, Range)> {
    let resolved = inspection.sources.resolve(span)?;
    let file = inspection.sources.file(resolved.file)?;
    Some((file.name.clone(), place::range(file, &resolved.range)))
}

fn diagnostic(inspection: &Inspection, it: &diagnostics::Diagnostic, range: Range) -> Diagnostic {
    let mut message = it.message.clone();
    if !it.primary.message.is_empty() {
        message.push_str(&format!("\n{}", it.primary.message));
    }
    message.extend(it.notes.iter().map(|note| format!("\nnote: {note}")));
    message.extend(it.help.iter().map(|help| format!("\nhelp: {help}")));
    let related = it.secondary.iter().filter_map(|label| {
        let (name, range) = location(inspection, label.span)?;
        let location = Location { uri: Uri(uri_of(&name)), range };
        Some(DiagnosticRelatedInformation { location, message: label.message.clone() })
    });
    Diagnostic {
        range,
        severity: Some(match it.severity {
            Severity::Error => DiagnosticSeverity::Error,
            Severity::Warning => DiagnosticSeverity::Warning,
            Severity::Note => DiagnosticSeverity::Information,
        }),
        code: Some(Code::String(it.code.to_string())),
        code_description: None,
        source: Some("glslsub".to_owned()),
        message: Message::String(message),
        tags: None,
        related_information: Some(related.collect()),
        data: None,
    }
}
