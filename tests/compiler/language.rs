//! The core language, rule by rule: small shaders in `tests/language/*.txt` with the diagnostics they must give, alone
//! and at the right place.
//!
//! One case a line: `version | codes | source`. The codes are those of all diagnostics in source order, `ok` for none,
//! a warning with `w` before its number, a note of `-Wall` with `n`. An `@` in the source stands before the place of each. Without a `main` the
//! shader gets an empty one. `\n` is a line break. Lines that begin with `#` are comments.

use glslsub::internals::builtins;
use glslsub::internals::diagnostics::{Code, Severity, foreign_words};
use glslsub::internals::source::NoIncludes;
use glslsub::internals::{Input, Options, compile};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

struct Case {
    place: String,
    version: String,
    codes: Vec<String>,
    source: String,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/language");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        for (index, line) in fs::read_to_string(&file).unwrap().lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let mut parts = line.splitn(3, " | ");
            let mut part = || parts.next().unwrap_or_else(|| panic!("{name}, line {}: three parts", index + 1)).trim();
            let (version, codes, source) = (part(), part(), part());
            cases.push(Case {
                place: format!("{name}.txt, line {}", index + 1),
                version: version.to_owned(),
                codes: codes.split(' ').filter(|&code| code != "ok").map(str::to_owned).collect(),
                source: source.replace("\\n", "\n"),
            });
        }
    }
    cases
}

/// The source with an `@` at every diagnostic, and the codes.
fn outcome(case: &Case) -> (Vec<String>, String) {
    // The suffix of a stage may follow the version.
    let (version, suffix) = match case.version.rsplit_once(' ') {
        Some((version, word)) if glslsub::internals::Stage::from_word(word).is_some() => (version, word),
        _ => (case.version.as_str(), "comp"),
    };
    let head = format!("#version {version}\n");
    let body = case.source.replace('@', "");
    let no_main = case.codes == ["GS0406"];
    let tail = if body.contains("void main") || no_main { "\n" } else { "\nvoid main() {}\n" };
    let text = format!("{head}{body}{tail}");
    let input = Input { name: &format!("case.{suffix}"), text: &text };
    let compilation = compile(input, &Options { warn_all: true, ..Options::default() }, &mut NoIncludes);
    let mut found: Vec<(Option<usize>, String)> = compilation
        .diagnostics
        .iter()
        .map(|diagnostic| {
            let level = match diagnostic.severity {
                Severity::Error => "",
                Severity::Warning => "w",
                Severity::Note => "n",
            };
            let span = diagnostic.primary.span;
            // What is in the expansion of a macro is marked where the macro is used.
            let start = compilation.sources.resolve(span).map(|at| at.range.start);
            (start, format!("{level}{}", diagnostic.code))
        })
        .collect();
    found.sort();
    let mut marked = body.clone();
    for (start, _) in found.iter().rev() {
        if let Some(at) = start.and_then(|start| start.checked_sub(head.len())) {
            marked.insert(at, '@');
        }
    }
    (found.into_iter().map(|it| it.1).collect(), marked)
}

#[test]
fn shaders_give_exactly_their_diagnostics() {
    let mut wrong = Vec::new();
    for case in cases() {
        let (codes, marked) = outcome(&case);
        if codes != case.codes || marked != case.source {
            let codes = if codes.is_empty() { "ok".to_owned() } else { codes.join(" ") };
            let marked = marked.replace('\n', "\\n");
            wrong.push(format!("{}: {} | {codes} | {marked}", case.place, case.version));
        }
    }
    assert!(wrong.is_empty(), "{} cases are otherwise:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_code_of_the_analysis_has_a_case() {
    let covered: BTreeSet<String> = cases()
        .into_iter()
        .flat_map(|case| case.codes)
        .map(|code| code.trim_start_matches(['w', 'n']).to_owned())
        .collect();
    // Stage and target are chosen outside of the shader, and shared blocks need a newer one; those have tests/ui.
    let missing: Vec<_> = Code::ALL
        .iter()
        .filter(|&&code| (200..600).contains(&(code as u16)))
        .filter(|code| !matches!(code, Code::UnknownStage | Code::TargetTooOld | Code::SharedMix))
        .map(ToString::to_string)
        .filter(|code| !covered.contains(code))
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

/// The functions and variables that the advice names exist.
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
