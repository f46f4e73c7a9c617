//! Litmus kernels: `tests/litmus/*.comp`, each with what the explorer says.
//!
//! The first line of a kernel has the options, as on the command line: `// litmus: --workgroups 2 --init x=1`.

use std::path::{Path, PathBuf};

use glslsub::internals::Input;
use glslsub::internals::diagnostics::render::human;
use glslsub::internals::driver::{Options, litmus};
use glslsub::internals::lints::litmus::{Settings, Variant};
use glslsub::internals::source::NoIncludes;

/// The settings in the first line of a kernel.
fn settings(text: &str) -> Settings {
    let line =
        text.lines().next().and_then(|it| it.strip_prefix("// litmus:")).expect("the first line has the options");
    let mut settings = Settings::default();
    let mut words = line.split_whitespace();
    while let Some(option) = words.next() {
        let value = words.next().expect("options have values");
        let pair = || {
            let (name, value) = value.split_once('=').expect("NAME=VALUE");
            (name.to_owned(), value.to_owned())
        };
        match option {
            "--workgroups" => settings.workgroups = value.parse().ok(),
            "--subgroup-size" => settings.subgroup = value.parse().ok(),
            "--bound" => settings.bound = value.parse().unwrap(),
            "--executions" => settings.executions = value.parse().unwrap(),
            "--init" => settings.initial.push(pair()),
            "--alias" => settings.aliases.push(pair()),
            "--model" if value == "dat3m" => settings.variant = Variant::Dat3m,
            _ => panic!("{option} {value}"),
        }
    }
    settings
}

/// The kernels by name, sorted.
fn kernels() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/litmus");
    let paths = std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    let mut paths: Vec<PathBuf> = paths.filter(|it| it.extension().is_some_and(|it| it == "comp")).collect();
    paths.sort();
    assert!(paths.len() > 50);
    paths
}

#[test]
fn kernels_have_their_verdicts() {
    for path in kernels() {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        let explored = litmus(Input { name, text: &text }, &Options::default(), &settings(&text), &mut NoIncludes);
        let shown = explored.report.as_ref().map(|it| it.text()).unwrap_or_default();
        let findings = human(&explored.diagnostics, &explored.sources);
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(path.parent().unwrap().join("snapshots"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        let name = path.file_stem().unwrap().to_str().unwrap();
        settings.bind(|| insta::assert_snapshot!(name, format!("{shown}\n{findings}")));
    }
}

/// Dat3M's text of the model gives the same verdicts and final states for all kernels.
#[test]
fn models_agree() {
    for path in kernels() {
        let text = std::fs::read_to_string(&path).unwrap();
        let report = |variant: Variant| {
            let mut settings = settings(&text);
            settings.variant = variant;
            let input = Input { name: "kernel.comp", text: &text };
            let explored = litmus(input, &Options::default(), &settings, &mut NoIncludes);
            explored.report.map(|it| (it.race.is_some(), it.memory, it.states))
        };
        assert_eq!(report(Variant::Khronos), report(Variant::Dat3m), "{}", path.display());
    }
}
