//! Diagnostics for programs: a JSON object per line in the style of rustc's, and SARIF 2.1.0.
//!
//! Comes in: diagnostics and their source map. Goes out: text. Must not depend on: how people read it.

use super::human;
use crate::diagnostics::{Code, Diagnostic, Label, Severity};
use crate::json::Value;
use crate::source::{Location, SourceMap, Span};

/// A place from its start to its end.
struct Range {
    start: Location,
    end: Location,
    /// Bytes in the file.
    bytes: std::ops::Range<usize>,
}

fn range(sources: &SourceMap, span: Span) -> Option<Range> {
    let resolved = sources.resolve(span)?;
    let file = sources.file(resolved.file)?;
    let (start, end) = (file.location(resolved.range.start), file.location(resolved.range.end));
    Some(Range { start, end, bytes: resolved.range })
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// Renders each diagnostic as a JSON object on a line of its own. The members are those of rustc's `--error-format=json`:
/// `message`, `code`, `level`, `spans`, `children` and `rendered`.
#[must_use]
pub fn json(diagnostics: &[Diagnostic], sources: &SourceMap) -> String {
    let span = |label: &Label, is_primary: bool| {
        let range = range(sources, label.span)?;
        Some(Value::Object(vec![
            ("file_name", range.start.file.into()),
            ("byte_start", range.bytes.start.into()),
            ("byte_end", range.bytes.end.into()),
            ("line_start", range.start.line.into()),
            ("line_end", range.end.line.into()),
            ("column_start", range.start.column.into()),
            ("column_end", range.end.column.into()),
            ("is_primary", is_primary.into()),
            ("label", Some(label.message.as_str()).filter(|it| !it.is_empty()).into()),
        ]))
    };
    let child = |level: &str, message: &String| {
        Value::Object(vec![("message", message.as_str().into()), ("level", level.into())])
    };
    let object = |diagnostic: &Diagnostic| {
        let secondary = diagnostic.secondary.iter().filter_map(|it| span(it, false));
        let spans = span(&diagnostic.primary, true).into_iter().chain(secondary).collect();
        let notes = diagnostic.notes.iter().map(|it| child("note", it));
        let help = diagnostic.help.iter().map(|it| child("help", it));
        let code =
            vec![("code", diagnostic.code.to_string().into()), ("explanation", diagnostic.code.summary().into())];
        Value::Object(vec![
            ("$message_type", "diagnostic".into()),
            ("message", diagnostic.message.as_str().into()),
            ("code", Value::Object(code)),
            ("level", level(diagnostic.severity).into()),
            ("spans", Value::List(spans)),
            ("children", Value::List(notes.chain(help).collect())),
            ("rendered", human(std::slice::from_ref(diagnostic), sources).into()),
        ])
    };
    diagnostics.iter().map(|it| object(it).line() + "\n").collect()
}

/// Renders diagnostics as a log of one run in SARIF 2.1.0 (OASIS). Columns count characters.
#[must_use]
pub fn sarif(diagnostics: &[Diagnostic], sources: &SourceMap, name: &str) -> String {
    let text = |text: &str| Value::Object(vec![("text", text.into())]);
    let location = |span: Span, message: &str| {
        let range = range(sources, span);
        let file = range.as_ref().map_or(name, |it| it.start.file.as_str());
        let mut physical = vec![("artifactLocation", Value::Object(vec![("uri", uri(file).into())]))];
        if let Some(range) = &range {
            physical.push((
                "region",
                Value::Object(vec![
                    // A place on line 0, which `#line 0` makes, has none in SARIF.
                    ("startLine", range.start.line.max(1).into()),
                    ("startColumn", range.start.column.into()),
                    ("endLine", range.end.line.max(1).into()),
                    ("endColumn", range.end.column.into()),
                ]),
            ));
        }
        let mut members = vec![("physicalLocation", Value::Object(physical))];
        if !message.is_empty() {
            members.push(("message", text(message)));
        }
        Value::Object(members)
    };
    let mut codes: Vec<Code> = diagnostics.iter().map(|it| it.code).collect();
    codes.sort_unstable();
    codes.dedup();
    let rule =
        |code: &Code| Value::Object(vec![("id", code.to_string().into()), ("shortDescription", text(code.summary()))]);
    let result = |it: &Diagnostic| {
        let help = it.notes.iter().chain(&it.help).map(|more| format!("\n{more}"));
        let message = it.message.clone() + &help.collect::<String>();
        let related = it.secondary.iter().map(|label| location(label.span, &label.message)).collect();
        Value::Object(vec![
            ("ruleId", it.code.to_string().into()),
            ("level", level(it.severity).into()),
            ("message", text(&message)),
            ("locations", Value::List(vec![location(it.primary.span, &it.primary.message)])),
            ("relatedLocations", Value::List(related)),
        ])
    };
    let driver = vec![
        ("name", "glslsub".into()),
        ("version", env!("CARGO_PKG_VERSION").into()),
        ("rules", Value::List(codes.iter().map(rule).collect())),
    ];
    let run = vec![
        ("tool", Value::Object(vec![("driver", Value::Object(driver))])),
        ("columnKind", "unicodeCodePoints".into()),
        ("results", Value::List(diagnostics.iter().map(result).collect())),
    ];
    Value::Object(vec![
        ("$schema", "https://json.schemastore.org/sarif-2.1.0.json".into()),
        ("version", "2.1.0".into()),
        ("runs", Value::List(vec![Value::Object(run)])),
    ])
    .pretty()
}

/// A file name as a relative or absolute URI reference (RFC 3986).
fn uri(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => text.push(char::from(byte)),
            b'\\' => text.push('/'),
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}
