//! Hover: the declaration of a name, or the row of a built-in with its section.
//!
//! Comes in: a place. Goes out: Markdown. Must not depend on: whether the name may be used there.

use std::fmt::Write;

use gen_lsp_types::{Contents, Hover, MarkupContent, MarkupKind};
use glslsub::internals::builtins::{self, Gate, docs, glsl_signature};

use super::analysis::{Meaning, Place, at};
use super::documents::View;

/// More overloads than this are counted, not shown.
const MOST_SIGNATURES: usize = 8;

/// What is known about the name at a byte.
pub fn hover(view: &View<'_>, offset: usize) -> Option<Hover> {
    let (word, meaning) = at(view, offset)?;
    let value = match meaning {
        Meaning::File(file) => format!("`{}`", view.inspection.sources.file(file)?.name),
        Meaning::Macro(place) => source_line(view, &place)?,
        Meaning::Declared(places) => {
            let lines: Vec<_> = places.iter().take(MOST_SIGNATURES).filter_map(|it| source_line(view, it)).collect();
            lines.join("\n\n")
        }
        Meaning::BuiltIn(name) => built_in(&name)?,
    };
    let contents = Contents::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value });
    Some(Hover { contents, range: Some(view.range(&word)) })
}

/// The line on which something is declared, and where that is.
fn source_line(view: &View<'_>, (file, bytes): &Place) -> Option<String> {
    let source = view.inspection.sources.file(*file)?;
    let line = source.line_index(bytes.start);
    let text = source.text.get(source.line_range(line)?)?.trim();
    let text = text.strip_suffix('{').unwrap_or(text).trim_end();
    let place =
        if *file == view.file { format!("line {}", line + 1) } else { format!("`{}`, line {}", source.name, line + 1) };
    Some(format!("```glsl\n{text}\n```\n{place}"))
}

/// The rows of a built-in as Markdown.
pub fn built_in(name: &str) -> Option<String> {
    let mut code = String::new();
    let mut text = String::new();
    // Writing to a string can't fail, here and below.
    if let Some(function) = builtins::function(name) {
        let all: Vec<_> = function
            .prototypes
            .iter()
            .flat_map(|row| (0..row.instances).map(move |instance| glsl_signature(name, row, instance)))
            .collect();
        code = all.iter().take(MOST_SIGNATURES).map(|it| format!("{it};\n")).collect();
        if all.len() > MOST_SIGNATURES {
            let _ = writeln!(code, "// and {} more overloads", all.len() - MOST_SIGNATURES);
        }
        let row = function.prototypes.first()?;
        describe(&mut text, row.doc, row.gate, row.section, row.replace);
    } else if let Some(row) = builtins::value(name).and_then(|value| value.prototypes.first()) {
        let _ = writeln!(code, "{} {name};", row.result.at(0));
        describe(&mut text, row.doc, row.gate, row.section, row.replace);
    } else if let Some(row) = builtins::variables(name).first() {
        let direction = if row.storage == spirv::StorageClass::Output { "out" } else { "in" };
        let _ = writeln!(code, "{direction} {} {name};", row.ty);
        describe(&mut text, row.doc, row.gate, row.section, row.replace);
    } else if let Some(row) = builtins::constant(name) {
        let value: Vec<_> = row.value.iter().map(ToString::to_string).collect();
        let value = if value.len() == 1 { value.concat() } else { format!("{}({})", row.ty, value.join(", ")) };
        let _ = writeln!(code, "const {} {name} = {value};", row.ty);
        describe(&mut text, row.doc, row.gate, row.section, "");
    } else if let Some(row) = builtins::extension(name).map(|id| id.get()) {
        let _ = writeln!(code, "#extension {name} : require");
        let _ = write!(text, "{}\n\nVersions: {}", row.doc, docs::versions(row.desktop, row.es));
    } else if let Some(row) = builtins::type_family(name) {
        let parameters: Vec<_> = row.parameters.iter().map(|it| it.name).collect();
        let _ = writeln!(code, "{name}<{}>", parameters.join(", "));
        describe(&mut text, row.doc, row.gate, row.section, "");
    } else {
        let row = builtins::type_name(name)?;
        let _ = writeln!(code, "{name}");
        describe(&mut text, "", row.gate, "", "");
    }
    Some(format!("```glsl\n{code}```\n{text}"))
}

/// The doc line, what a name needs, and the section of the specification.
fn describe(text: &mut String, doc: &str, gate: &Gate, section: &str, replace: &str) {
    let needs = docs::needs(gate);
    let mut parts = vec![doc.to_owned()];
    if !replace.is_empty() {
        parts.push(format!("Newer GLSL: `{replace}`"));
    }
    let versions = docs::versions(gate.desktop, gate.es);
    parts.push(if needs.is_empty() {
        format!("Versions: {versions}")
    } else {
        format!("Versions: {versions}; needs {needs}")
    });
    parts.push(section.to_owned());
    parts.retain(|part| !part.is_empty());
    text.push_str(&parts.join("\n\n"));
}
