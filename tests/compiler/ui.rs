//! Every `tests/ui/**/*.comp` and `*.nvcp`: wrong shaders, and the questionable ones that give warnings.
//!
//! Each is checked twice. Comments in the shader say which code is found on which line: `//~ error[GS0200]` on the line
//! itself, `//~^ warning[GS0600]` on the line above (one line up per `^`), `//~ error[GS0200]@14` also at that column.
//! And the rendered diagnostics are compared with the snapshot beside the file, which shows the shader above them. The
//! expectations cannot be blessed, the snapshots can: `INSTA_UPDATE=always cargo test --test compiler ui`.
//!
//! First lines: `// compile: vulkan1.0` sets the target, `// emit: naga` asks for a module of naga instead of SPIR-V,
//! `// line 0: error[GS0003]` expects a finding without a place.

use crate::common;
use std::collections::BTreeSet;
use std::path::Path;

use crate::common::compile::{self, Finding};
use crate::expectation::expectation;
use glslsub::internals::Compilation;
use glslsub::internals::diagnostics::Code;
use glslsub::internals::target::{Target, TargetEnvironment};

/// The expectation in a comment; column 0 means any.
fn expectations(text: &str) -> Result<Vec<Finding>, String> {
    let mut expected = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let number = index as u32 + 1;
        if let Some(rest) = line.strip_prefix("// line 0: ") {
            expected.push(expectation(rest, 0)?);
        }
        for comment in line.split("//~").skip(1) {
            let up = comment.chars().take_while(|&character| character == '^').count();
            expected.push(expectation(comment[up..].trim(), number - up as u32)?);
        }
    }
    expected.sort();
    Ok(expected)
}

/// What is expected but not found, and what is found but not expected.
fn differences(expected: &[Finding], found: &[Finding]) -> Vec<String> {
    let mut rest = found.to_vec();
    let mut differences = Vec::new();
    for wanted in expected {
        let fits = |finding: &Finding| {
            let column = wanted.column == 0 || wanted.column == finding.column;
            column && finding.line == wanted.line && finding.code == wanted.code && finding.severity == wanted.severity
        };
        match rest.iter().position(fits) {
            Some(index) => drop(rest.remove(index)),
            None => differences.push(format!("  expected and not found: {}", show(wanted))),
        }
    }
    differences.extend(rest.iter().map(|finding| format!("  found and not expected: {}", show(finding))));
    differences
}

fn show(finding: &Finding) -> String {
    format!("line {}: {}[{}]@{}", finding.line, finding.severity, finding.code, finding.column)
}

/// The findings, as they are rendered, and whether there is a module.
fn outcome<T>(compilation: &Compilation<T>) -> (Vec<Finding>, String, bool) {
    (compile::findings(compilation), compilation.rendered(), compilation.artifact.is_some())
}

fn check(file: &Path) -> Result<(), String> {
    let name = common::name(file);
    let bytes = std::fs::read(file).unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let environment = text
        .lines()
        .find_map(|line| line.strip_prefix("// compile: ").or(line.strip_prefix("# compile: ")))
        .map_or(Ok(TargetEnvironment::default()), |name| {
            TargetEnvironment::parse(name.trim()).ok_or_else(|| format!("{name}: no such target"))
        })?;
    let short = file.file_name().unwrap().to_string_lossy().into_owned();
    let expected = expectations(&text).map_err(|error| format!("{name}: {error}"))?;
    let target = Target::from(environment);
    let (found, rendered, is_made) = if text.contains("// emit: naga\n") {
        outcome(&compile::naga_file(&name, &text, target))
    } else {
        outcome(&compile::file(&name, &text, target))
    };
    let mut differences = differences(&expected, &found);
    if expected.is_empty() {
        differences.push("  the file expects nothing; a shader without findings is a fixture".to_owned());
    }
    let errors = expected.iter().any(|finding| finding.severity == "error");
    if errors == is_made {
        differences.push("  a module and an error, or neither".to_owned());
    }
    if !differences.is_empty() {
        return Err(format!(
            "{name}: other diagnostics than its comments say:\n{}\n{rendered}",
            differences.join("\n")
        ));
    }
    let snapshot = format!("SOURCE\n{}\n\nDIAGNOSTICS\n{}", text.trim_end(), rendered.trim_end());
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(file.parent().unwrap());
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description("INSTA_UPDATE=always cargo test --test compiler ui");
    let compared = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        settings.bind(|| insta::assert_snapshot!(short, snapshot));
    }));
    compared.map_err(|_| {
        format!(
            "{name}: the diagnostics read differently from the snapshot (shown above). If they should: \
             INSTA_UPDATE=always cargo test --test compiler ui"
        )
    })
}

fn files() -> Vec<std::path::PathBuf> {
    let folder = common::root().join("tests/ui");
    [common::shaders(&folder), common::files(&folder, ".nvcp")].concat()
}

#[test]
fn diagnostics() {
    let files = files();
    assert!(!files.is_empty(), "no files found");
    common::all(&files, |file| check(file));
}

/// Codes that no file below `tests/ui` shows. GS0900 reports a bug in the compiler, and the limits from GS0901 on need
/// input too large to keep (`tests/compiler/properties.rs` makes some); GS0605 is only reported on request, GS0039 with
/// an option of the command line (`tests/cli/glslc.rs`). The others are still to come: the list only shrinks.
const UNSEEN: &[&str] = &[
    "GS0018", "GS0039", "GS0322", "GS0605", "GS0900", "GS0901", "GS0902", "GS0903", "GS0904", "GS0905", "GS0906",
    "GS0910", "GS0912", "GS0914",
];

/// A file shows every code: a diagnostic that no one has seen is one that no one has read. The rules of memory, GS07xx,
/// and those of several stages, GS11xx, have their bad and good examples beside them in `src/rules` and `src/link`,
/// where tests compile them; lints, GS2xxx, are shown by `tests/language/lints.md`, each found and not found.
#[test]
fn every_code_is_shown() {
    let mut seen = BTreeSet::new();
    for file in files() {
        let text = String::from_utf8_lossy(&std::fs::read(file).unwrap()).into_owned();
        seen.extend(expectations(&text).unwrap_or_default().into_iter().map(|finding| finding.code));
    }
    let codes: BTreeSet<String> = Code::ALL
        .iter()
        .map(ToString::to_string)
        .filter(|code| !["GS07", "GS11", "GS2"].iter().any(|start| code.starts_with(start)))
        .collect();
    let unseen: Vec<&String> = codes.difference(&seen).filter(|code| !UNSEEN.contains(&code.as_str())).collect();
    assert!(unseen.is_empty(), "no file below tests/ui shows {unseen:?}");
    let unknown: Vec<&&str> = UNSEEN.iter().filter(|code| !codes.contains(**code)).collect();
    assert!(unknown.is_empty(), "there are no codes {unknown:?}");
    let stale: Vec<&&str> = UNSEEN.iter().filter(|code| seen.contains(**code)).collect();
    assert!(stale.is_empty(), "take {stale:?} off the list: they are shown now");
}
