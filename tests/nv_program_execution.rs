//! Assembly programs on a device, compared with a machine on the CPU: every instruction with its types, signs, clamps,
//! masks and flags, and random programs.
//!
//! Integers are equal bit for bit. Floats are equal within the precision that Vulkan asks for; programs whose control
//! depends on inexact floats are not made. `GLSLSUB_EXHAUSTIVE=1` runs all instructions, else every fifth program; `GLSLSUB_NV_PROGRAMS=N` makes N random programs, `GLSLSUB_NV_SEED=S` begins with
//! another seed, `GLSLSUB_NV_WRITE=DIR` writes the random programs to files.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

#[path = "nv_program/cases.rs"]
mod cases;
mod common;
#[path = "nv_program/generate.rs"]
mod generate;
#[path = "nv_program/machine.rs"]
mod machine;
#[path = "nv_program/probes.rs"]
mod probes;

use cases::Case;
use common::vulkan::{self, Binding, Job, Resource};
use common::{compile, validate};
use glslsub::internals::diagnostics::Diagnostics;
use glslsub::internals::nv_program::{self, program::Program};
use glslsub::internals::target::Target;

fn checked(case: &Case) -> Result<Program, String> {
    let mut diagnostics = Diagnostics::default();
    let options = compile::assembly_options(&case.text);
    nv_program::check(&case.text, 1, &options, &mut diagnostics).ok_or_else(|| {
        let found: Vec<String> =
            diagnostics.as_slice().iter().map(|it| format!("{}: {}", it.code, it.message)).collect();
        format!("{}: it is wrong: {}\n{}", case.name, found.join("; "), case.text)
    })
}

/// What the machine leaves in the output buffer.
fn model(case: &Case, program: &Program) -> Result<Vec<u8>, String> {
    let mut memory = machine::Memory {
        storage: vec![case.input.clone(), vec![0; case.output]],
        buffers: vec![case.input.clone(); 3],
        locals: case.locals.clone(),
        envs: case.locals.clone(),
    };
    machine::run(program, &mut memory, [1, 1, 1]).map_err(|error| format!("{}: {error}\n{}", case.name, case.text))?;
    Ok(memory.storage.swap_remove(1))
}

fn bindings(case: &Case) -> Vec<Binding> {
    let locals: Vec<u8> = case.locals.iter().flatten().flat_map(|word| word.to_le_bytes()).collect();
    let all = [
        (0, case.input.clone()),
        (1, vec![0; case.output]),
        (100, case.input.clone()),
        (101, case.input.clone()),
        (102, case.input.clone()),
        (120, locals.clone()),
        (121, locals),
    ];
    all.into_iter().map(|(binding, bytes)| Binding { set: 0, binding, resource: Resource::Storage(bytes) }).collect()
}

/// Compares words; floats within a tolerance.
fn compare(case: &Case, expected: &[u8], found: &[u8]) -> Result<(), String> {
    let words = |bytes: &[u8]| -> Vec<u32> {
        bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
    };
    let (expected, found) = (words(expected), words(found));
    for (index, (&wanted, &got)) in expected.iter().zip(&found).enumerate() {
        if wanted == got || case.unsigned_zeros && (wanted | got) << 1 == 0 {
            continue;
        }
        if case.float {
            let (a, b) = (f32::from_bits(wanted), f32::from_bits(got));
            let close = (a - b).abs() <= case.tolerance * a.abs().max(1e-3) || a.is_nan() && b.is_nan();
            // Devices may flush denormals.
            let tiny = a.abs() < f32::MIN_POSITIVE && b.abs() < f32::MIN_POSITIVE;
            if close || tiny {
                continue;
            }
            return Err(format!(
                "{}: word {index}: expected {a} ({wanted:#x}), found {b} ({got:#x})\n{}",
                case.name, case.text
            ));
        }
        return Err(format!("{}: word {index}: expected {wanted:#x}, found {got:#x}\n{}", case.name, case.text));
    }
    Ok(())
}

fn run(case: &Case, device: Option<&vulkan::Device>, passes: bool) -> Result<bool, String> {
    let program = checked(case)?;
    let expected = model(case, &program)?;
    let target = Target::default();
    let words = compile::spirv_at("case.nvcp", &case.text, target, &[], passes)?;
    if let Some(complaint) = validate::validate(&words, target).complaint() {
        return Err(format!("{}: invalid: {complaint}\n{}", case.name, case.text));
    }
    let Some(device) = device else { return Ok(false) };
    if device.missing_capability(&words).is_some() {
        return Ok(false);
    }
    let bindings = bindings(case);
    let job = Job { words: &words, groups: [1, 1, 1], bindings: &bindings, ..Job::default() };
    let contents = device.run(&job).map_err(|error| format!("{}: {error}", case.name))?;
    compare(case, &expected, &contents[1])?;
    Ok(true)
}

fn run_all(cases: &[Case], what: &str) {
    let device = vulkan::device();
    let mut ran = 0;
    let mut failures = Vec::new();
    let all = common::required("GLSLSUB_EXHAUSTIVE");
    for (index, case) in cases.iter().filter(|case| common::wanted(&case.name)).enumerate() {
        for passes in [true, false] {
            // Every third without passes, too.
            if !passes && !all && index % 3 != 0 {
                continue;
            }
            match run(case, device.as_deref(), passes) {
                Ok(true) => ran += usize::from(passes),
                Ok(false) => {}
                Err(error) => failures.push(format!("{}{error}", if passes { "" } else { "without passes: " })),
            }
        }
    }
    common::report(cases.len(), &failures);
    common::shout(&format!("{ran} of {} {what} ran", cases.len()));
}

#[test]
fn instructions() {
    let mut all = cases::all();
    // Each takes a driver a while to compile; all of them are for those who change the lowering.
    if !common::required("GLSLSUB_EXHAUSTIVE") && std::env::var_os("GLSLSUB_FILTER").is_none() {
        all = all.into_iter().step_by(5).collect();
    }
    run_all(&all, "programs for instructions");
}

#[test]
fn random_programs() {
    let number = |name: &str, default| std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default);
    let (count, seed) = (number("GLSLSUB_NV_PROGRAMS", 10), number("GLSLSUB_NV_SEED", 1));
    let cases: Vec<Case> = (seed..seed + count).map(generate::program).collect();
    if let Ok(folder) = std::env::var("GLSLSUB_NV_WRITE") {
        for case in &cases {
            std::fs::write(format!("{folder}/{}.nvcp", case.name), &case.text).unwrap();
        }
    }
    run_all(&cases, "random programs");
}

/// Programs read nothing undefined: what they compute is the same everywhere.
#[test]
fn programs_are_defined() {
    let number = |name: &str, default| std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default);
    let (count, seed) = (number("GLSLSUB_NV_PROGRAMS", 100), number("GLSLSUB_NV_SEED", 1));
    let mut all = cases::all();
    all.extend((seed..seed + count).map(generate::program));
    let failures: Vec<String> = all
        .iter()
        .filter(|case| common::wanted(&case.name))
        .filter_map(|case| checked(case).and_then(|program| model(case, &program)).err())
        .collect();
    for failure in &failures {
        common::shout(failure.lines().next().unwrap());
    }
    common::report(all.len(), &failures);
}

/// What NVIDIA's driver computed.
#[test]
fn answers_of_the_driver() {
    let all = probes::probes();
    let device = vulkan::device();
    let run = |probe: &probes::Probe| -> Result<(), String> {
        let case = &probe.case;
        let program = checked(case)?;
        let words = compile::spirv("case.nvcp", &case.text, Target::default())?;
        if let Some(complaint) = validate::validate(&words, Target::default()).complaint() {
            return Err(format!("{}: invalid: {complaint}\n{}", case.name, case.text));
        }
        let Some(driver) = probe.driver.filter(|_| probe.same) else { return Ok(()) };
        let same = |what: &str, found: &[u8]| {
            let words = found.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap()));
            if driver.into_iter().zip(words).all(|(wanted, got)| probes::close(wanted, got)) {
                return Ok(());
            }
            let (wanted, body) = (driver.map(|word| format!("{word:x}")).join(" "), case.text.lines().skip(12));
            let body: Vec<&str> = body.collect();
            Err(format!(
                "probes.txt:{}: the driver {wanted}, {what} {}\n{}",
                probe.line,
                probes::shown(found),
                body.join(" ")
            ))
        };
        match model(case, &program) {
            Ok(found) => same("the machine", &found)?,
            Err(error) if error.contains("not modelled") || error.contains("undefined") => {}
            Err(error) => return Err(error),
        }
        let Some(device) = device.as_deref().filter(|device| device.missing_capability(&words).is_none()) else {
            return Ok(());
        };
        let bindings = bindings(case);
        let job = Job { words: &words, groups: [1, 1, 1], bindings: &bindings, ..Job::default() };
        let contents = device.run(&job).map_err(|error| format!("{}: {error}", case.name))?;
        same("the device", &contents[1])
    };
    common::all(&all, run);
}

/// FNV-1a, for texts and answers.
fn hash(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

/// The machine computes what NVIDIA's driver did, for the programs of `answers.txt` that are still made the same.
#[test]
fn answers_of_random_programs() {
    let answers: std::collections::HashMap<&str, (&str, &str)> = include_str!("nv_program/answers.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let mut parts = line.split(' ');
            Some((parts.next()?, (parts.next()?, parts.next()?)))
        })
        .collect();
    let mut all = cases::all();
    all.extend((1..=2000).map(generate::program));
    // Floats are compared with a tolerance when the driver is asked.
    all.retain(|case| !case.unsigned_zeros && !case.float && answers.contains_key(case.name.as_str()));
    let mut checked = 0;
    let failures: Vec<String> = all
        .iter()
        .filter_map(|case| {
            let (text, output) = answers[case.name.as_str()];
            if format!("{:08x}", hash(case.text.as_bytes())) != text {
                return None;
            }
            checked += 1;
            let found = match self::checked(case).and_then(|program| model(case, &program)) {
                Ok(found) => format!("{:08x}", hash(&found)),
                Err(error) => return Some(error),
            };
            (found != output).then(|| format!("{}: the driver's output was another\n{}", case.name, case.text))
        })
        .collect();
    common::report(all.len(), &failures);
    assert!(checked * 2 >= all.len(), "{checked} of {} answers are about programs that are made", all.len());
}
