//! Documents with shaders in them: Markdown whose fenced blocks are cases with the compiler's expected verdicts.
//!
//! Comes in: the text of a `tests/language/*.md`. Goes out: its cases, and the text again with other verdicts. Must not depend on
//! the compiler. The form is described in `tests/README.md`.

use crate::common::compile::Finding;
use crate::expectation::expectation;

/// The version of a fence without words.
const VERSION: &str = "450";

/// One small shader.
#[derive(Clone, Debug)]
pub struct Case {
    /// The heading above it.
    pub heading: String,
    /// The words after `#version`.
    pub version: String,
    /// The stage, as a file suffix: `comp`.
    pub stage: String,
    /// Lines that precede each case of the fence.
    pub before: Vec<String>,
    /// The lines, without verdicts.
    pub lines: Vec<String>,
    /// Index of the first line in the document.
    pub start: usize,
    /// What is expected: lines count from 1 in [`Self::lines`]; line 0 is anywhere else.
    pub expected: Vec<Finding>,
}

/// Splits a line into GLSL and its verdict, the comment at its end: `ok`, or expectations.
fn verdict(line: &str) -> Option<(&str, Vec<&str>)> {
    let (glsl, words) = line.rsplit_once("// ")?;
    let words: Vec<&str> = words.split_whitespace().collect();
    let is_verdict = words == ["ok"] || !words.is_empty() && words.iter().all(|word| expectation(word, 0).is_ok());
    is_verdict.then(|| (glsl.trim_end(), words))
}

/// Every case of a document. Fails with the line if the text has another form.
pub fn cases(text: &str) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    let mut heading = String::new();
    let mut lines = text.lines().enumerate().peekable();
    while let Some((index, line)) = lines.next() {
        if line.starts_with('#') {
            heading = line.trim_start_matches('#').trim().to_owned();
        }
        let Some(words) = line.strip_prefix("```glsl") else { continue };
        let (version, stage) = fence(words.trim());
        let body: Vec<(usize, &str)> = lines.by_ref().take_while(|(_, line)| *line != "```").collect();
        let mut before = Vec::new();
        let mut begun = false;
        for paragraph in body.split(|(_, line)| line.is_empty()).filter(|it| !it.is_empty()) {
            begun |= paragraph.iter().any(|(_, line)| verdict(line).is_some());
            if !begun {
                before.extend(paragraph.iter().map(|(_, line)| (*line).to_owned()));
                continue;
            }
            for part in parts(paragraph) {
                let (start, _) = part[0];
                let mut case = Case {
                    heading: heading.clone(),
                    version: version.to_owned(),
                    stage: stage.to_owned(),
                    before: before.clone(),
                    lines: Vec::new(),
                    start,
                    expected: Vec::new(),
                };
                fill(&mut case, part).map_err(|error| format!("line {}: {error}", start + 1))?;
                cases.push(case);
            }
        }
        if !begun {
            return Err(format!("line {}: a fence without a verdict", index + 1));
        }
    }
    Ok(cases)
}

/// Version and stage from `310 es frag`.
fn fence(words: &str) -> (&str, &str) {
    let is_stage = |word: &str| glslsub::internals::Stage::from_word(word).is_some();
    match words.rsplit_once(' ') {
        _ if words.is_empty() => (VERSION, "comp"),
        Some((version, stage)) if is_stage(stage) => (version, stage),
        None if is_stage(words) => (VERSION, words),
        _ => (words, "comp"),
    }
}

/// A paragraph is a case, or each line is a case if each has a verdict. A directive belongs to the lines below it.
fn parts<'p, 't>(paragraph: &'p [(usize, &'t str)]) -> impl Iterator<Item = &'p [(usize, &'t str)]> {
    let directives = paragraph.iter().filter(|(_, line)| line.starts_with('#')).count();
    let mixed = directives > 0 && directives < paragraph.len();
    let each = !mixed && paragraph.iter().all(|(_, line)| verdict(line).is_some());
    paragraph.chunks(if each { 1 } else { paragraph.len() })
}

fn fill(case: &mut Case, lines: &[(usize, &str)]) -> Result<(), String> {
    let mut said = false;
    for (number, (_, line)) in (1..).zip(lines) {
        let Some((glsl, words)) = verdict(line) else {
            case.lines.push((*line).to_owned());
            continue;
        };
        said = true;
        case.lines.push(glsl.to_owned());
        for word in words.into_iter().filter(|word| *word != "ok") {
            let finding = expectation(word, number)?;
            // A finding outside the case has no column.
            let line = if finding.column == 0 { 0 } else { number };
            case.expected.push(Finding { line, ..finding });
        }
    }
    case.expected.sort();
    if said { Ok(()) } else { Err("a case ends in `// ok`, or says what is found".to_owned()) }
}

/// The document with the verdicts from `found` for each of its `cases`.
pub fn with_verdicts(text: &str, cases: &[Case], found: &[Vec<Finding>]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for (case, found) in cases.iter().zip(found) {
        for (offset, glsl) in case.lines.iter().enumerate() {
            let last = offset + 1 == case.lines.len();
            let here = |it: &&Finding| it.line as usize == offset + 1 || last && it.line == 0;
            let mut words: Vec<String> = found.iter().filter(here).map(shown).collect();
            if found.is_empty() && last {
                words.push("ok".to_owned());
            }
            let comment = if words.is_empty() { String::new() } else { format!(" // {}", words.join(" ")) };
            lines[case.start + offset] =
                format!("{glsl}{comment}").trim_start_matches(if glsl.is_empty() { " " } else { "" }).to_owned();
        }
    }
    lines.join("\n") + "\n"
}

fn shown(finding: &Finding) -> String {
    let place = if finding.line == 0 { String::new() } else { format!("@{}", finding.column) };
    format!("{}[{}]{place}", finding.severity, finding.code)
}

#[test]
fn paragraphs_are_cases() {
    let text = "# Loops\n\n```glsl 310 es frag\n#define A\n\nint c;\n\nint a; // ok\nint b // error[GS0120]@3\n\nvoid f() {\n    x; // error[GS0200]@5\n}\n```\n";
    let cases = cases(text).unwrap();
    let starts: Vec<usize> = cases.iter().map(|case| case.start).collect();
    assert_eq!(starts, [7, 8, 10]);
    assert!(
        cases
            .iter()
            .all(|case| case.version == "310 es" && case.stage == "frag" && case.before == ["#define A", "int c;"])
    );
    assert_eq!(cases[2].lines, ["void f() {", "    x;", "}"]);
    assert_eq!(cases[2].expected[0].line, 2);
    let found: Vec<_> = cases.iter().map(|case| case.expected.clone()).collect();
    assert_eq!(with_verdicts(text, &cases, &found), text);
}
