//! How much is tested: numbers in `tests/conformance.txt` that rise and never fall.
//!
//! A test that is lost in a merge, or a folder that is no longer read, breaks nothing else. `BLESS=1 cargo test --test
//! compiler conformance` writes the current numbers.

use crate::common;
use crate::common::directives::Header;
use crate::language::documents;
use glslsub::internals::builtins;
use glslsub::internals::diagnostics::Code;
use std::path::Path;

/// A row: what is counted, and how.
type Count = (&'static str, fn() -> usize);

const COUNTS: &[Count] = &[
    ("shaders that must compile", || shaders(|_| true)),
    ("shaders that are run on a device", || shaders(|header| header.run.is_some())),
    ("overloads of built-in functions", overloads),
    ("small shaders without diagnostics", || cases(false)),
    ("small shaders with diagnostics", || cases(true)),
    ("wrong shaders with rendered diagnostics", || files("tests/ui", ".snap")),
    ("shaders that become modules of naga", crate::naga_bridge::valid),
    ("pipelines", || files("tests/link", ".glsl")),
    ("files of HIR", || files("tests/hir", ".hir")),
    ("codes of diagnostics", || Code::ALL.len()),
    ("assembly programs that a driver accepted or rejected", || lines("loads.txt") + lines("probes.txt")),
    ("assembly programs whose results a driver gave", || lines("answers.txt")),
    ("forms of assembly that a driver accepted or rejected", || marks("matrix.txt")),
];

fn files(folder: &str, suffix: &str) -> usize {
    common::files(&common::root().join(folder), suffix).len()
}

fn shaders(wanted: impl Fn(&Header) -> bool) -> usize {
    let folder = common::root().join("spirv-fixtures");
    let files = [common::shaders(&folder), common::files(&folder, ".nvcp")].concat();
    let header = |file: &Path| Header::parse(&std::fs::read_to_string(file).unwrap()).ok();
    files.iter().filter_map(|file| header(file)).filter(wanted).count()
}

fn overloads() -> usize {
    let prototypes = builtins::FUNCTIONS.iter().flat_map(|function| function.prototypes);
    prototypes.map(|prototype| usize::from(prototype.instances)).sum()
}

fn cases(with_diagnostics: bool) -> usize {
    let documents = documents();
    let cases = documents.iter().flat_map(|(.., cases)| cases);
    cases.filter(|case| case.expected.is_empty() != with_diagnostics).count()
}

fn recorded(name: &str) -> String {
    std::fs::read_to_string(common::root().join("tests/nv_program").join(name)).unwrap()
}

fn lines(name: &str) -> usize {
    recorded(name).lines().filter(|line| !line.is_empty() && !line.starts_with('#')).count()
}

fn marks(name: &str) -> usize {
    let text = recorded(name);
    let rows = text.lines().filter_map(|line| line.split_once('\t'));
    rows.map(|(_, marks)| marks.chars().filter(|mark| matches!(mark, '+' | '-')).count()).sum()
}

#[test]
fn counts_never_fall() {
    let path = common::root().join("tests/conformance.txt");
    let today: Vec<(&str, usize)> = COUNTS.iter().map(|(name, count)| (*name, count())).collect();
    if common::required("BLESS") {
        let text: String = today.iter().map(|(name, count)| format!("{count:>8} {name}\n")).collect();
        std::fs::write(&path, text).unwrap();
    }
    let text = std::fs::read_to_string(&path).unwrap();
    let least = |name: &str| text.lines().find_map(|line| line.trim().strip_suffix(name)?.trim().parse::<usize>().ok());
    let fallen = today.iter().filter_map(|(name, count)| match least(name) {
        Some(least) if *count >= least => None,
        least => Some(format!("{name}: {count}, recorded {least:?}")),
    });
    let fallen: Vec<String> = fallen.collect();
    assert!(
        fallen.is_empty(),
        "{}\nIf that is meant: BLESS=1 cargo test --test compiler conformance",
        fallen.join("\n")
    );
}
