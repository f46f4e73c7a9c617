//! The language, rule by rule: documents in `tests/language/*.md` whose small shaders give exactly the diagnostics that
//! they name, each in its place. `BLESS=1 cargo test --test compiler language` writes the findings into the documents.

use crate::common;
use crate::common::compile::{Finding, findings, lints_of};
use crate::document::{self, Case};
use glslsub::internals::builtins;
use glslsub::internals::diagnostics::{Code, foreign_words};
use glslsub::internals::source::NoIncludes;
use glslsub::internals::target::{Target, TargetEnvironment};
use glslsub::internals::{Input, Options, compile};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The documents with their cases.
pub fn documents() -> Vec<(PathBuf, String, Vec<Case>)> {
    let files = common::files(&common::root().join("tests/language"), ".md");
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        let cases = document::cases(&text).unwrap_or_else(|error| panic!("{}, {error}", common::name(&path)));
        (path, text, cases)
    };
    files.into_iter().map(read).collect()
}

/// The shader of a case after `head`, a part of a line each: an empty `main` follows unless it has one or should not.
pub fn shader(case: &Case, head: &[String]) -> String {
    let body = case.lines.join("\n");
    let lacks_main = matches!(&case.expected[..], [only] if only.code == "GS0406");
    let tail = if body.contains("void main") || lacks_main { "" } else { "void main() {}\n" };
    let head: String = head.iter().chain(&case.before).map(|line| format!("{line}\n")).collect();
    format!("{head}{body}\n{tail}")
}

/// The target: a line `// target: vulkan1.2` says so.
fn target_of(text: &str) -> Target {
    let name = text.lines().find_map(|line| line.strip_prefix("// target: "));
    name.map_or_else(Target::default, |it| TargetEnvironment::parse(it).unwrap().into())
}

/// What the compiler finds, with lines as [`Case::expected`] counts them.
fn outcome(case: &Case) -> Vec<Finding> {
    let head = [format!("#version {}", case.version)];
    let text = shader(case, &head);
    let input = Input { name: &format!("case.{}", case.stage), text: &text };
    let options = Options { warn_all: true, lints: lints_of(&text), target: target_of(&text), ..Options::default() };
    let compilation = compile(input, &options, &mut NoIncludes);
    let skipped = (head.len() + case.before.len()) as u32;
    let mut found = findings(&compilation);
    for finding in &mut found {
        let line = finding.line.saturating_sub(skipped);
        let inside = (1..=case.lines.len() as u32).contains(&line);
        (finding.line, finding.column) = if inside { (line, finding.column) } else { (0, 0) };
    }
    found.sort();
    found
}

#[test]
fn shaders_give_exactly_their_diagnostics() {
    let mut wrong = Vec::new();
    for (path, text, cases) in documents() {
        let found: Vec<_> = cases.iter().map(outcome).collect();
        if common::required("BLESS") {
            std::fs::write(&path, document::with_verdicts(&text, &cases, &found)).unwrap();
            continue;
        }
        for (case, found) in cases.iter().zip(&found) {
            if *found != case.expected {
                let place = format!("{}:{}", common::name(&path), case.start + 1);
                let list = |it: &[Finding]| it.iter().map(|it| format!("\n    {it:?}")).collect::<String>();
                wrong.push(format!("{place}: expected{}\n  found{}", list(&case.expected), list(found)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} cases are otherwise:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_code_of_the_analysis_has_a_case() {
    let documents = documents();
    let expected = documents.iter().flat_map(|(.., cases)| cases).flat_map(|case| &case.expected);
    let covered: BTreeSet<&str> = expected.map(|finding| finding.code.as_str()).collect();
    // Stage and target are set outside the shader, and shared blocks need a newer one; those are tested in tests/ui.
    let missing: Vec<_> = Code::ALL
        .iter()
        .filter(|&&code| (200..600).contains(&(code as u16)))
        .filter(|code| !matches!(code, Code::UnknownStage | Code::TargetTooOld | Code::SharedMix))
        .map(ToString::to_string)
        .filter(|code| !covered.contains(code.as_str()))
        .collect();
    assert!(missing.is_empty(), "no case triggers {}", missing.join(", "));
}

/// A word that GLSL has needs no translation: the table would give wrong advice.
#[test]
fn words_of_other_languages_are_not_glsl() {
    for row in foreign_words() {
        let word = row.word;
        assert!(builtins::function(word).is_none(), "GLSL has a function `{word}`");
        assert!(builtins::type_name(word).is_none(), "GLSL has a type `{word}`");
        assert!(builtins::variables(word).is_empty(), "GLSL has a variable `{word}`");
    }
}

/// The functions and variables that the advice mentions exist.
#[test]
fn advice_for_words_of_other_languages_is_glsl() {
    const NOT_BUILT_IN: [&str; 3] = ["layout", "uint64_t", "f"];
    for row in foreign_words() {
        for code in row.glsl.split('`').skip(1).step_by(2) {
            let name: String = code.chars().take_while(|it| it.is_alphanumeric() || *it == '_').collect();
            let called = code[name.len()..].starts_with('(') && !NOT_BUILT_IN.contains(&name.as_str());
            assert!(!called || builtins::function(&name).is_some(), "{}: there is no `{name}`", row.word);
            let variable = name.starts_with("gl_");
            let known = !builtins::variables(&name).is_empty() || builtins::value(&name).is_some();
            let constant = builtins::CONSTANTS.iter().any(|it| it.name == name);
            assert!(!variable || known || constant, "{}: there is no `{name}`", row.word);
        }
    }
}
