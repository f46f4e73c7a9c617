//! NVIDIA's own compiler of `!!NVcp5.0` programs as the oracle: the programs of `nv_program_execution`, in OpenGL, against the
//! machine on the CPU and, where there is a Vulkan device, against the SPIR-V that glslsub makes of them.
//!
//! Without the driver it says so and passes. `GLSLSUB_NV_PROGRAMS=N` and `GLSLSUB_NV_SEED=S` choose the random programs;
//! `GLSLSUB_NV_PATH=DIR` also loads each `.nvcp` file of a folder and compares accepted and rejected, with the line.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

#[path = "nv_program/cases.rs"]
mod cases;
mod common;
#[path = "nv_program/generate.rs"]
mod generate;
#[path = "nv_program/machine.rs"]
mod machine;
#[path = "nv_program/opengl.rs"]
mod opengl;

use cases::Case;
use common::vulkan::{self, Binding, Job, Resource};
use glslsub::internals::diagnostics::{Diagnostics, Severity};
use glslsub::internals::nv_program;
use glslsub::internals::target::Target;
use opengl::{Driver, Resources};

/// The first word that differs: expected and found.
fn difference(case: &Case, expected: &[u8], found: &[u8]) -> Option<String> {
    let words = |bytes: &[u8]| -> Vec<u32> {
        bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
    };
    let pairs = words(expected).into_iter().zip(words(found)).enumerate();
    let mut differing = pairs.filter(|(_, (wanted, got))| {
        if wanted == got || case.unsigned_zeros && (wanted | got) << 1 == 0 {
            return false;
        }
        let (a, b) = (f32::from_bits(*wanted), f32::from_bits(*got));
        let close = (a - b).abs() <= case.tolerance * a.abs().max(1e-3) || a.is_nan() && b.is_nan();
        let tiny = a.abs() < f32::MIN_POSITIVE && b.abs() < f32::MIN_POSITIVE;
        !(case.float && (close || tiny))
    });
    let (index, (wanted, got)) = differing.next()?;
    Some(format!("word {index}: {wanted:#x} and {got:#x}, {} more words", differing.count()))
}

fn compare(case: &Case, driver: &Driver, device: Option<&vulkan::Device>) -> Result<(), String> {
    if let Some(complaint) = driver.load(&case.text)? {
        return Err(format!("{}: the driver rejects it: {complaint}", case.name));
    }
    let resources = Resources {
        storage: vec![case.input.clone(), vec![0; case.output]],
        buffers: vec![case.input.clone()],
        parameters: case.locals.clone(),
    };
    let oracle = driver.run(&resources, [1, 1, 1]).map_err(|error| format!("{}: {error}", case.name))?.swap_remove(1);
    let mut diagnostics = Diagnostics::default();
    let program = nv_program::check(&case.text, 1, &nv_program::Options::default(), &mut diagnostics);
    let program = program.ok_or_else(|| format!("{}: glslsub rejects it", case.name))?;
    let mut memory = machine::Memory {
        storage: vec![case.input.clone(), vec![0; case.output]],
        buffers: vec![case.input.clone()],
        locals: case.locals.clone(),
        envs: case.locals.clone(),
    };
    machine::run(&program, &mut memory, [1, 1, 1]).map_err(|error| format!("{}: {error}", case.name))?;
    let mut found = Vec::new();
    if let Some(text) = difference(case, &oracle, &memory.storage[1]) {
        found.push(format!("driver and machine differ: {text}"));
    }
    if let Some(device) = device {
        let words = common::compile::spirv("case.nvcp", &case.text, Target::default())?;
        let locals: Vec<u8> = case.locals.iter().flatten().flat_map(|word| word.to_le_bytes()).collect();
        let all = [
            (0, case.input.clone()),
            (1, vec![0; case.output]),
            (100, case.input.clone()),
            (120, locals.clone()),
            (121, locals),
        ];
        let bindings: Vec<Binding> = all
            .into_iter()
            .map(|(binding, bytes)| Binding { set: 0, binding, resource: Resource::Storage(bytes) })
            .collect();
        let job = Job { words: &words, groups: [1, 1, 1], bindings: &bindings, ..Job::default() };
        let contents = device.run(&job).map_err(|error| format!("{}: {error}", case.name))?;
        if let Some(text) = difference(case, &oracle, &contents[1]) {
            found.push(format!("driver and SPIR-V differ: {text}"));
        }
    }
    if found.is_empty() { Ok(()) } else { Err(format!("{}: {}", case.name, found.join("; "))) }
}

fn driver() -> Option<Driver> {
    match Driver::open() {
        Ok(driver) => {
            common::shout(&format!("the oracle is {}", driver.name));
            Some(driver)
        }
        Err(reason) => {
            common::shout(&format!("NO ORACLE: {reason}"));
            None
        }
    }
}

/// One test, because a context belongs to a thread.
#[test]
fn programs_agree_with_the_driver() {
    let Some(driver) = driver() else { return };
    let device = vulkan::device();
    let number = |name: &str, default| std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default);
    let (count, seed) = (number("GLSLSUB_NV_PROGRAMS", 1000), number("GLSLSUB_NV_SEED", 1));
    let mut all = cases::all();
    all.extend((seed..seed + count).map(generate::program));
    let mut failures = Vec::new();
    for case in all.iter().filter(|case| common::wanted(&case.name)) {
        if let Err(error) = compare(case, &driver, device.as_deref()) {
            common::shout(&error);
            failures.push(format!("{error}\n{}", case.text.lines().take(60).collect::<Vec<_>>().join("\n")));
        }
    }
    common::shout(&format!("{} programs compared, {} differ", all.len(), failures.len()));
    let folder = std::env::var("GLSLSUB_NV_PATH").ok();
    for file in folder.iter().flat_map(|folder| common::files(std::path::Path::new(folder), ".nvcp")) {
        let text = std::fs::read_to_string(&file).unwrap();
        let said = driver.load(&text).unwrap();
        let mut diagnostics = Diagnostics::default();
        nv_program::check(&text, 1, &nv_program::Options::default(), &mut diagnostics);
        let ours = diagnostics.as_slice().iter().filter(|it| it.severity == Severity::Error);
        let ours: Vec<String> = ours
            .map(|it| {
                let start = it.primary.span.to_range().map_or(0, |range| range.start.saturating_sub(1));
                format!("{} line {}", it.code, 1 + text[..start.min(text.len())].matches('\n').count())
            })
            .collect();
        let agree = said.is_some() != ours.is_empty();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        common::shout(&format!(
            "{} {name}: driver {said:?}, glslsub {ours:?}",
            if agree { "same" } else { "DIFFERENT" }
        ));
    }
    common::report(all.len(), &failures);
}
