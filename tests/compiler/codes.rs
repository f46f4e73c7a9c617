//! The pages of the diagnostic codes, `src/diagnostics/codes/*.md`: each is complete, and its examples do what it says.
//!
//! A fenced block is a compute shader (`glsl`) or an assembly program (`nvcp`). Words after the language name another
//! stage, a target, or an option, see `options`; `naga` compiles to a naga module. Beside each example are the empty file
//! `common.glsl` and `cycle.glsl`, which includes itself. Blocks below `Wrong:` give the code and no other; those below
//! `Right:` give nothing at all.

use crate::common;

use std::collections::BTreeSet;

use glslsub::internals::diagnostics::Code;
use glslsub::internals::driver;
use glslsub::internals::explain::{explanation, page};
use glslsub::internals::lints;
use glslsub::internals::nv_program;
use glslsub::internals::preprocess::{Profile, Version};
use glslsub::internals::source::{IncludeKind, Loaded, Loader};
use glslsub::internals::target::TargetEnvironment;
use glslsub::internals::{Compilation, Input, Options, Stage, compile};

/// The page of a code that has a file.
fn file(code: Code) -> Option<String> {
    std::fs::read_to_string(common::root().join(format!("src/diagnostics/codes/{code}.md"))).ok()
}

/// An example: whether it is below `Wrong:`, the words after its fence, and its text.
struct Example<'a> {
    wrong: bool,
    words: Vec<&'a str>,
    text: String,
}

fn examples(page: &str) -> Vec<Example<'_>> {
    let mut examples: Vec<Example<'_>> = Vec::new();
    let (mut wrong, mut open) = (false, false);
    for line in page.lines() {
        match line.strip_prefix("```") {
            Some(words) if !open => {
                examples.push(Example { wrong, words: words.split(' ').collect(), text: String::new() });
                open = true;
            }
            Some(_) => open = false,
            None if open => {
                if let Some(example) = examples.last_mut() {
                    example.text += line;
                    example.text += "\n";
                }
            }
            None => wrong = (wrong || line == "Wrong:") && line != "Right:",
        }
    }
    examples
}

struct Beside;

impl Loader for Beside {
    fn load(&mut self, name: &str, _kind: IncludeKind, _includer: &str) -> Result<Loaded, String> {
        let text = match name {
            "common.glsl" => "",
            "cycle.glsl" => "#include \"cycle.glsl\"\n",
            _ => return Err("no such file".to_owned()),
        };
        Ok(Loaded { name: name.to_owned(), text: text.into() })
    }
}

/// The options that the words after a fence set.
fn options(words: &[&str]) -> Options {
    let mut options = Options { stage: Some(Stage::Compute), warn_all: true, ..Options::default() };
    for &word in words.iter().skip(1) {
        if let Some(stage) = Stage::from_word(word) {
            options.stage = Some(stage);
        } else if let Some(target) = TargetEnvironment::parse(word) {
            options.target = target.into();
        } else {
            match word {
                "naga" => {}
                "no-stage" => options.stage = None,
                "lints" => options.lints = lints::Selection::all(),
                "explain-legacy" => options.explain_legacy = true,
                "emulate" => options.assembly.warp = nv_program::Warp::Emulate,
                "std-460" => {
                    options.preprocessor.forced_version = Some(Version { number: 460, profile: Profile::Core });
                }
                _ => panic!("`{word}` is not a stage, a target or an option of examples"),
            }
        }
    }
    options
}

/// What was found, and that as text.
fn run(example: &Example<'_>, code: Code) -> (BTreeSet<Code>, String) {
    let name = format!("example.{}", example.words[0]);
    let (input, mut options) = (Input { name: &name, text: &example.text }, options(&example.words));
    options.lints.certain = lints::of_code(code).is_some();
    if example.words.contains(&"naga") {
        return found(&driver::naga(input, &options, Default::default(), &mut Beside));
    }
    found(&compile(input, &options, &mut Beside))
}

fn found<T>(compilation: &Compilation<T>) -> (BTreeSet<Code>, String) {
    (compilation.diagnostics.iter().map(|it| it.code).collect(), compilation.rendered())
}

#[test]
fn examples_do_what_their_page_says() {
    let pages: Vec<(Code, String)> = Code::ALL.iter().filter_map(|&code| Some((code, file(code)?))).collect();
    common::all(&pages, |(code, text)| {
        for example in examples(text) {
            let (codes, rendered) = run(&example, *code);
            let expected = if example.wrong { BTreeSet::from([*code]) } else { BTreeSet::new() };
            if codes != expected {
                return Err(format!("{code}: {codes:?}\n{}\n{}", example.text, rendered));
            }
        }
        Ok(())
    });
}

/// Summary, explanation, source, wrong and right, in this order. If no example is possible, the page says why.
#[test]
fn pages_have_all_parts() {
    for &code in Code::ALL {
        let Some(text) = file(code) else { continue };
        let parts: Vec<&str> = text.split("\n\n").collect();
        let of = |start: &str| parts.iter().position(|it| it.starts_with(start));
        assert!(parts[0].starts_with("# "), "{code}: the first line is the summary");
        assert!(!parts[0].ends_with('.') && !parts[0].contains('\n'), "{code}: a summary is one line, not a sentence");
        assert!(parts[1].ends_with(['.', '!']), "{code}: the second part explains, in sentences");
        let rule = of("Rule: ").unwrap_or_else(|| panic!("{code}: no rule"));
        let last = of("Wrong:").map_or_else(|| of("No example: "), |wrong| of("Right:").filter(|&it| it > wrong));
        assert!(rule >= 2 && last > Some(rule), "{code}: rule, wrong, right; or `No example: ` and the reason");
    }
}

#[test]
fn each_code_has_one_page_and_each_page_a_code() {
    let folder = common::root().join("src/diagnostics/codes");
    let files: BTreeSet<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap().trim_end_matches(".md").to_owned())
        .collect();
    for code in &files {
        assert!(Code::parse(code).is_some_and(|it| it.to_string() == *code), "{code} is not a code");
    }
    for &code in Code::ALL {
        let text = explanation(code);
        let of_rule = !files.contains(&code.to_string());
        assert!(text.starts_with(code.summary()) && text.contains("\nRule: "), "{code} explains nothing:\n{text}");
        assert!(of_rule || text.ends_with(file(code).unwrap().split_once('\n').unwrap().1), "{code}");
    }
}

/// Checks the rules in one folder of `src/`: `rules` has the code of each with what its explanation must mention, and
/// each code in `range` has one.
/// code of `range` has one.
pub fn rules_are_complete(folder: &str, range: std::ops::Range<u16>, rules: &[(Code, Vec<&str>)]) {
    let mut seen = BTreeSet::new();
    for (code, parts) in rules {
        assert!(seen.insert(*code), "{code} has two rules");
        let text = explanation(*code);
        assert!(parts.iter().all(|part| text.contains(part)), "{code} is not explained");
    }
    for code in Code::ALL.iter().filter(|code| range.contains(&(**code as u16))) {
        assert!(seen.contains(code), "{code} has no file in {folder}");
    }
}

#[test]
fn the_page_of_codes_is_up_to_date() {
    let path = common::root().join("docs/diagnostics.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, page()).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page(), "docs/diagnostics.md is out of date; run `BLESS=1 cargo test the_page_of_codes`");
}
