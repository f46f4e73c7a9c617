//! HIR as text: it reads back, whatever a shader is made of, and `tests/hir/*.hir` test everything behind `sema` without
//! any GLSL.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod common;

use std::path::PathBuf;

use common::directives::Header;
use common::{compile, parallel};
use glslsub::diagnostics::Diagnostics;
use glslsub::hir::text::{ParseError, parse, to_text};
use glslsub::hir::{Module, verify};
use glslsub::spirv;
use glslsub::target::Target;

/// What `spirv` makes of a module.
fn lower(module: &Module, target: Target) -> Result<Vec<u32>, String> {
    let mut diagnostics = Diagnostics::default();
    let options = spirv::Options { target, strip: false, nv_shuffle_clamp: false };
    let lowered = spirv::lower(module, &options, &mut diagnostics);
    lowered.map(|it| spirv::assemble(&it)).ok_or_else(|| format!("{:?}", diagnostics.as_slice()))
}

/// The errors with the lines they are about.
fn rendered(text: &str, errors: &[ParseError]) -> String {
    let line = |error: &ParseError| text.lines().nth(error.line - 1).unwrap_or("").to_owned();
    errors.iter().map(|error| format!("{error}\n    {}\n", line(error).trim())).collect()
}

/// The first lines that differ.
fn difference(left: &str, right: &str) -> String {
    let mut pairs = left.lines().zip(right.lines()).enumerate();
    match pairs.find(|(_, (left, right))| left != right) {
        Some((index, (left, right))) => format!("line {}:\n- {left}\n+ {right}", index + 1),
        None => format!("one has {} lines, the other {}", left.lines().count(), right.lines().count()),
    }
}

/// Prints, parses and compares.
fn round_trip(module: &Module, target: Target) -> Result<(), String> {
    let text = to_text(module);
    let parsed = parse(&text).map_err(|errors| rendered(&text, &errors))?;
    let again = to_text(&parsed);
    if again != text {
        return Err(format!("the text changes: {}", difference(&text, &again)));
    }
    verify::verify(&parsed).map_err(|violations| format!("what was parsed is not valid: {}", violations[0]))?;
    if lower(module, target)? != lower(&parsed, target)? {
        let listing = |module| compile::disassemble(&lower(module, target).unwrap());
        let difference = difference(&listing(module), &listing(&parsed));
        return Err(format!("the SPIR-V differs: {difference}"));
    }
    Ok(())
}

#[test]
fn text_reads_back() {
    let root = common::root();
    let folders = ["spirv-fixtures", "tests/superset"];
    let files: Vec<PathBuf> = folders.iter().flat_map(|folder| common::shaders(&root.join(folder))).collect();
    assert!(!files.is_empty());
    let check = |file: &PathBuf| {
        let name = common::name(file);
        let text = std::fs::read_to_string(file).unwrap();
        let header = Header::parse(&text).map_err(|error| format!("{name}: {error}"))?;
        for &environment in &header.targets {
            let target = Target::from(environment);
            let module = compile::hir_with(&name, &text, target, &header.defines)?;
            round_trip(&module, target).map_err(|error| format!("{name} for {environment}: {error}"))?;
        }
        Ok(())
    };
    common::report(files.len(), &parallel::failures(&files, check));
}
