//! Every `spirv-fixtures/**/*.comp`: compiled for each target its header names, compared with the disassembly beside
//! it, validated, and run where the header says what should come out (`tests/common/directives.rs` has the words).
//!
//! Adding a case is adding a file; `INSTA_UPDATE=always cargo test --test fixtures` writes its disassembly.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod common;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use common::directives::{Header, Run};
use common::vulkan::{self, Job};
use common::{compile, data, validate};
use glslsub::target::Target;

fn fixtures() -> Vec<PathBuf> {
    let files = common::files(&common::root().join("spirv-fixtures"), ".comp");
    assert!(!files.is_empty(), "no fixtures found");
    files
}

fn header(file: &Path, text: &str) -> Result<Header, String> {
    let header = Header::parse(text).map_err(|error| format!("{}: {error}", common::name(file)))?;
    if header.targets.is_empty() {
        return Err(format!("{}: the header names no target: `// compile: vulkan1.1`", common::name(file)));
    }
    Ok(header)
}

/// Compiles and validates a fixture for all its targets and gives its disassemblies, equal ones once.
fn compile_all(file: &Path) -> Result<String, String> {
    let name = common::name(file);
    let text = std::fs::read_to_string(file).unwrap();
    let header = header(file, &text)?;
    let mut modules: Vec<(String, String)> = Vec::new();
    for &environment in &header.targets {
        let target = Target::from(environment);
        let words = compile::spirv_with(&name, &text, target, &header.defines)?;
        let validate = if header.scalar { validate::validate_scalar } else { validate::validate };
        if header.unvalidated.is_none()
            && let Some(complaint) = validate(&words, target).complaint()
        {
            return Err(format!("{name}: invalid for {environment}: {complaint}"));
        }
        let body = compile::disassemble(&words);
        match modules.iter_mut().find(|(_, other)| *other == body) {
            Some((names, _)) => write!(names, " {environment}").unwrap(),
            None => modules.push((environment.to_string(), body)),
        }
    }
    Ok(modules.into_iter().map(|(names, body)| format!("; {names}\n{body}\n")).collect())
}

#[test]
fn disassembly() {
    let fixtures = fixtures();
    let mut failures = Vec::new();
    for file in &fixtures {
        match compile_all(file) {
            Ok(text) => {
                let mut settings = insta::Settings::clone_current();
                settings.set_snapshot_path(file.parent().unwrap());
                settings.set_prepend_module_to_snapshot(false);
                settings.set_omit_expression(true);
                settings.set_description("INSTA_UPDATE=always cargo test --test fixtures");
                let stem = file.file_stem().unwrap().to_string_lossy().into_owned();
                let name = format!("{stem}.spvasm");
                let compared = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                    settings.bind(|| insta::assert_snapshot!(name, text));
                }));
                if compared.is_err() {
                    failures.push(format!(
                        "{}: the disassembly differs from its snapshot (shown above). If it should: \
                         INSTA_UPDATE=always cargo test --test fixtures",
                        common::name(file)
                    ));
                }
            }
            Err(error) => failures.push(error),
        }
    }
    common::report(fixtures.len(), &failures);
}

/// Runs a fixture for its first target. `Ok(false)`: this device cannot.
fn run(file: &Path, run: &Run, target: Target, device: &vulkan::Device) -> Result<bool, String> {
    let name = common::name(file);
    if run.expectations.is_empty() {
        return Err(format!("{name}: the header binds resources but expects nothing of them"));
    }
    let text = std::fs::read_to_string(file).unwrap();
    let words = compile::spirv(&name, &text, target)?;
    // A driver is not made for invalid modules.
    if let Some(complaint) = validate::validate(&words, target).complaint() {
        return Err(format!("{name}: invalid: {complaint}"));
    }
    if let Some(capability) = device.missing_capability(&words) {
        common::shout(&format!("NOT RUN: {name}: the device has no {capability}"));
        return Ok(false);
    }
    let bindings: Vec<_> = run.bindings.iter().map(|(binding, _)| binding.clone()).collect();
    let job = Job {
        words: &words,
        groups: run.groups,
        bindings: &bindings,
        push_constants: &run.push_constants,
        specialization: &run.specialization,
    };
    let contents = device.run(&job).map_err(|error| format!("{name}: {error}"))?;
    for expectation in &run.expectations {
        let index = bindings
            .iter()
            .position(|binding| (binding.set, binding.binding) == expectation.place)
            .ok_or_else(|| format!("{name}: `{}`: no such resource", expectation.line))?;
        data::compare(&contents[index], &expectation.entries, expectation.tolerance)
            .map_err(|error| format!("{name}: `{}`: {error}", expectation.line))?;
    }
    Ok(true)
}

#[test]
fn execution() {
    let fixtures = fixtures();
    let Some(device) = vulkan::device() else { return };
    let mut ran = 0;
    let mut failures = Vec::new();
    for file in &fixtures {
        let text = std::fs::read_to_string(file).unwrap();
        let outcome = header(file, &text).and_then(|header| match &header.run {
            Some(wanted) => run(file, wanted, Target::from(header.targets[0]), &device),
            None => Ok(false),
        });
        match outcome {
            Ok(true) => ran += 1,
            Ok(false) => {}
            Err(error) => failures.push(error),
        }
    }
    common::report(fixtures.len(), &failures);
    common::shout(&format!("{ran} fixtures ran on {}", device.name));
}
