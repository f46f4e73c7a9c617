//! `--emit glsl` for assembly: its output compiles, is valid, and leaves the same results in the buffers as the
//! program.
//!
//! `GLSLSUB_EXHAUSTIVE=1` takes all programs for instructions, else a sample.

use crate::cases::{self, Case};
use crate::common;
use crate::common::{compile, validate, vulkan};
use crate::{generate, world};
use glslsub::internals::glsl_text;
use glslsub::internals::source::NoIncludes;
use glslsub::internals::target::Target;
use glslsub::internals::{Input, Options, check};

fn print(text: &str) -> Result<String, String> {
    let options = Options { assembly: compile::assembly_options(text), ..Options::default() };
    let checked = check(Input { name: "program.nvcp", text }, &options, &mut NoIncludes);
    let rendered = checked.rendered();
    let module = checked.artifact.ok_or(rendered)?;
    glsl_text::print(&module).map_err(|what| what.0)
}

fn words(name: &str, text: &str) -> Result<Vec<u32>, String> {
    let words = compile::spirv_at(name, text, Target::default(), &[], true)?;
    match validate::validate(&words, Target::default()).complaint() {
        Some(complaint) => Err(format!("{name}: invalid: {complaint}")),
        None => Ok(words),
    }
}

fn round_trip(case: &Case, device: Option<&vulkan::Device>) -> Result<bool, String> {
    let fail = |error: String| format!("{}: {error}\n{}", case.name, case.text);
    let glsl = print(&case.text).map_err(fail)?;
    let printed = words("printed.comp", &glsl).map_err(|error| format!("{}: {error}\n{glsl}", case.name))?;
    let assembly = words("program.nvcp", &case.text)?;
    let Some(device) = device else { return Ok(false) };
    let run = |words: &[u32]| world::run(case, words, device);
    let (Some(expected), Some(found)) = (run(&assembly)?, run(&printed)?) else { return Ok(false) };
    let pairs = expected.chunks_exact(4).zip(found.chunks_exact(4)).enumerate();
    for (index, (wanted, got)) in pairs {
        let number = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().unwrap());
        let (wanted, got) = (number(wanted), number(got));
        // The same operations; only which NaN results is up to the driver.
        let both_nan = case.unsigned_zeros && f32::from_bits(wanted).is_nan() && f32::from_bits(got).is_nan();
        if wanted != got && !both_nan && !(case.unsigned_zeros && (wanted | got) << 1 == 0) {
            return Err(format!("{}: word {index}: {wanted:#x}, in GLSL {got:#x}\n{}\n{glsl}", case.name, case.text));
        }
    }
    Ok(true)
}

#[test]
fn printed_glsl_does_the_same() {
    let mut cases = cases::all();
    cases.extend((1..=20).chain(20_001..=20_030).chain(30_001..=30_010).map(generate::program));
    let cases: Vec<Case> =
        cases.into_iter().filter(|case| common::wanted(&case.name)).step_by(common::one_in(9, 18)).collect();
    let device = vulkan::device();
    let mut ran = 0;
    let mut failures = Vec::new();
    for case in &cases {
        match round_trip(case, device.as_deref()) {
            Ok(did) => ran += usize::from(did),
            Err(error) => failures.push(error),
        }
    }
    common::shout(&format!("{ran} of {} programs ran as GLSL", cases.len()));
    common::report(cases.len(), &failures);
}

/// The output for the acceptance programs, as a person reads it.
#[test]
fn acceptance_programs_as_glsl() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("printed");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for name in ["reduction", "histogram", "tile"] {
        let file = common::root().join(format!("spirv-fixtures/nv_program/{name}.nvcp"));
        let glsl = print(&std::fs::read_to_string(file).unwrap()).unwrap();
        words("printed.comp", &glsl).unwrap();
        settings.bind(|| insta::assert_snapshot!(name, glsl));
    }
}
