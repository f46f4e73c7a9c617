//! Rendered diagnostics in full: labels, macros, includes, `#line`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::sync::Arc;

use super::{human, short, summary};
use crate::diagnostics::{Code, Diagnostic};
use crate::source::{SourceMap, Span};

/// The span of the `nth` occurrence of `needle` in a file that starts at `base`.
fn find(text: &str, base: u32, needle: &str, nth: usize) -> Span {
    let (offset, _) = text.match_indices(needle).nth(nth).unwrap();
    Span::new(base + offset as u32, base + (offset + needle.len()) as u32)
}

fn map(name: &str, text: &str) -> (SourceMap, u32) {
    let mut sources = SourceMap::default();
    let file = sources.add_file(name, text, Span::UNDEFINED).unwrap();
    let base = sources.file(file).unwrap().base;
    (sources, base)
}

fn error(span: Span) -> Diagnostic {
    Diagnostic::error(Code::UndeclaredIdentifier, span, "`lane` is not declared")
}

#[test]
fn labels_notes_and_help() {
    let text = "void main() {\n\tuint first = lane;\n}\n";
    let (sources, base) = map("a.comp", text);
    let diagnostic = error(find(text, base, "lane", 0))
        .with_label("not found")
        .with_secondary(find(text, base, "first", 0), "needed for this")
        .with_note("GLSL 4.60, 4.2.2")
        .with_help("declare it:\nuint lane;");
    let list = [diagnostic.clone(), Diagnostic::warning(Code::UnexpectedToken, Span::UNDEFINED, "no place")];
    insta::assert_snapshot!(human(&list, &sources));
    insta::assert_snapshot!(short(&list, &sources));
    assert_eq!(summary(&list, "a.comp").unwrap(), "error: 1 error and 1 warning in a.comp");
    assert_eq!(summary(&list[..1], "a.comp").unwrap(), "error: 1 error in a.comp");
    assert_eq!(summary(&[], "a.comp"), None);
}

#[test]
fn a_macro_is_labelled_where_its_text_is_written() {
    let text = "#define FIRST lane + 1u\nuint x = FIRST;\n";
    let (mut sources, base) = map("a.comp", text);
    let call = find(text, base, "FIRST", 1);
    let spellings: Vec<Span> = ["lane", "+", "1u"].iter().map(|token| find(text, base, token, 0)).collect();
    let first = sources.add_expansion(call, find(text, base, "FIRST", 0), Arc::from(spellings)).unwrap();
    insta::assert_snapshot!(human(&[error(Span::new(first, first + 1))], &sources));
}

#[test]
fn includes_are_listed_from_the_inside_out() {
    let main = "#version 450\n#include \"a.glsl\"\n";
    let (mut sources, base) = map("main.comp", main);
    let middle = "\n\n#include \"b.glsl\"";
    let middle_id = sources.add_file("a.glsl", middle, find(main, base, "\"a.glsl\"", 0)).unwrap();
    let middle_base = sources.file(middle_id).unwrap().base;
    let inner = "uint x = lane;";
    let inner_id = sources.add_file("b.glsl", inner, find(middle, middle_base, "\"b.glsl\"", 0)).unwrap();
    let inner_base = sources.file(inner_id).unwrap().base;
    insta::assert_snapshot!(human(&[error(find(inner, inner_base, "lane", 0))], &sources));
}

#[test]
fn line_directives_change_names_and_numbers() {
    let text = "#line 70 \"generated.glsl\"\nuint x = lane;\n";
    let (mut sources, base) = map("a.comp", text);
    sources.add_line_directive(sources_first(&sources), 26, 70, Some("generated.glsl".to_owned()));
    let list = [error(find(text, base, "lane", 0))];
    insta::assert_snapshot!(human(&list, &sources));
    insta::assert_snapshot!(short(&list, &sources));
}

#[test]
fn nothing_from_outside_commands_the_terminal() {
    let text = "// \u{1b}[2J\nuint \u{1b}]0;x\u{7} x = /* \u{202e} */ lane; // \u{9b}31m\n";
    let (mut sources, base) = map("a\nerror: b\u{1b}[31m.comp", text);
    let diagnostic = Diagnostic::error(Code::UndeclaredIdentifier, find(text, base, "lane", 0), "\u{1b}c\nerror: c")
        .with_label("\u{7}")
        .with_note("a\u{9b}\nb\r")
        .with_help("\u{2066}");
    let rename = |sources: &mut SourceMap| {
        let offset = text.find("uint").unwrap();
        sources.add_line_directive(sources_first(sources), offset, 7, Some("\u{1b}[1m".to_owned()));
    };
    insta::assert_snapshot!(human(std::slice::from_ref(&diagnostic), &sources));
    rename(&mut sources);
    for rendered in [human(std::slice::from_ref(&diagnostic), &sources), short(&[diagnostic], &sources)] {
        assert!(!rendered.contains(|it: char| it.is_control() && it != '\n' || it == '\u{202e}'), "{rendered:?}");
        assert_eq!(
            rendered.lines().filter(|line| line.starts_with("error")).count(),
            rendered.starts_with("error") as usize
        );
        assert!(rendered.contains(":7:25"), "{rendered}");
    }
}

#[test]
fn every_line_number_can_be_shown() {
    let text = "#line 0\nuint x =\n\n    lane + lane;\nuint y;\n";
    for line in [0, 1, 9, u32::MAX - 1, u32::MAX] {
        let (mut sources, base) = map("a.comp", text);
        sources.add_line_directive(sources_first(&sources), 8, line, None);
        let whole = Span::new(find(text, base, "uint", 0).to_range().unwrap().start as u32, base + text.len() as u32);
        for span in [find(text, base, "uint", 0), find(text, base, "lane", 1), whole] {
            let list = [error(span).with_secondary(find(text, base, "uint", 1), "not this")];
            let location = sources.location(span).unwrap();
            let place = format!("a.comp:{}:{}", location.line, location.column);
            assert!(human(&list, &sources).contains(&format!("{place}\n")), "{}", human(&list, &sources));
            assert!(short(&list, &sources).starts_with(&format!("{place}: ")));
        }
    }
}

fn sources_first(sources: &SourceMap) -> crate::source::FileId {
    assert_eq!(sources.files().len(), 1);
    crate::source::FileId(0)
}

#[test]
fn a_line_too_long_to_show_is_only_named() {
    let text = format!("// {}\n{} lane", "x".repeat(10), " ".repeat(5_000));
    let (sources, base) = map("a.comp", &text);
    let shown = human(&[error(find(&text, base, "lane", 0)).with_help("declare it")], &sources);
    assert_eq!(
        shown,
        "error[GS0200]: `lane` is not declared\n = note: at a.comp:2:5002, in a line too long to show\n = help: declare it\n\n"
    );
}

#[test]
fn other_places_in_a_line_too_long_to_show_are_only_named() {
    let text = format!("{} one\ntwo", " ".repeat(5_000));
    let (sources, base) = map("a.comp", &text);
    let declared = find(&text, base, "one", 0);
    let shown = human(&[error(find(&text, base, "two", 0)).with_secondary(declared, "declared here")], &sources);
    assert!(shown.contains("2 │ two\n"), "{shown}");
    assert!(shown.contains("= note: declared here: at a.comp:1:5002, in a line too long to show\n"), "{shown}");
    assert!(shown.len() < 1_000, "{shown}");
}
