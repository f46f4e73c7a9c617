//! NVIDIA's own compiler of `!!NVcp5.0` programs as the oracle: the programs of `nv_program_execution`, in OpenGL, against the
//! machine on the CPU and, where there is a Vulkan device, against the SPIR-V that glslsub makes of them; and what it says
//! to the programs of `loads.txt` and `modifiers.txt`, and leaves for those of `probes.txt`.
//!
//! Without the driver it says so and passes. `GLSLSUB_NV_PROGRAMS=N` and `GLSLSUB_NV_SEED=S` choose the random programs (from 10000 on without what it does in its own way);
//! `GLSLSUB_NV_SHARD=I/N` takes every N-th of all, `GLSLSUB_NV_NEW=1` what has no answer yet. Each line that it writes begins with what it is about: `load`, `probe`,
//! `modifiers`, `differ`, `answer`; `GLSLSUB_NV_LOG=FILE cargo test --test nv_loads` puts the answers into the files.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

#[path = "nv_program/cases.rs"]
mod cases;
mod common;
#[path = "nv_program/generate.rs"]
mod generate;
// This test asks the driver; others compare what it said.
#[allow(dead_code)]
#[path = "nv_program/loads.rs"]
mod loads;
#[path = "nv_program/machine.rs"]
mod machine;
#[path = "nv_program/opengl.rs"]
mod opengl;
#[allow(dead_code)]
#[path = "nv_program/probes.rs"]
mod probes;
#[path = "nv_program/reduce.rs"]
mod reduce;

use cases::Case;
use common::vulkan::{self, Binding, Job, Resource};
use glslsub::internals::diagnostics::Diagnostics;
use glslsub::internals::nv_program;
use glslsub::internals::target::Target;
use loads::Verdict;
use opengl::{Driver, Resources};

/// Programs of `cases` about which the driver and the specifications differ; docs/nv-assembly.md says how.
const DELIBERATE: &[&str] = &["ABS.U", "ABS.U64", "CMP.U", "CMP.U64", "ADD.S64"];

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
    Some(format!("word {index}: driver {wanted:#x}, here {got:#x}, {} more words", differing.count()))
}

/// What the driver leaves in the output. `Err`: it rejects the program, or does not run it.
fn on_driver(case: &Case, driver: &Driver) -> Result<Vec<u8>, String> {
    if let Some(complaint) = driver.load(&case.text)? {
        return Err(format!("the driver rejects it: {complaint}"));
    }
    let resources = Resources {
        storage: vec![case.input.clone(), vec![0; case.output]],
        buffers: vec![case.input.clone(); 3],
        parameters: case.locals.clone(),
    };
    Ok(driver.run(&resources, [1, 1, 1])?.swap_remove(1))
}

/// What the machine leaves: an error of its own where it has no model of something, or the program reads what is undefined.
fn on_machine(case: &Case) -> Result<Vec<u8>, String> {
    let mut diagnostics = Diagnostics::default();
    let options = common::compile::assembly_options(&case.text);
    let program = nv_program::check(&case.text, 1, &options, &mut diagnostics).ok_or("glslsub rejects it")?;
    let mut memory = machine::Memory {
        storage: vec![case.input.clone(), vec![0; case.output]],
        buffers: vec![case.input.clone(); 3],
        locals: case.locals.clone(),
        envs: case.locals.clone(),
    };
    // Reduced programs index beyond what there is.
    let run = || machine::run(&program, &mut memory, [1, 1, 1]);
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).map_err(|_| "undefined: it panics")??;
    Ok(memory.storage.swap_remove(1))
}

fn on_device(case: &Case, device: &vulkan::Device) -> Result<Vec<u8>, String> {
    let words = common::compile::spirv("case.nvcp", &case.text, Target::default())?;
    if let Some(missing) = device.missing_capability(&words) {
        return Err(format!("the device has no {missing}"));
    }
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
    let bindings: Vec<Binding> = all
        .into_iter()
        .map(|(binding, bytes)| Binding { set: 0, binding, resource: Resource::Storage(bytes) })
        .collect();
    let job = Job { words: &words, groups: [1, 1, 1], bindings: &bindings, ..Job::default() };
    Ok(device.run(&job)?.swap_remove(1))
}

/// FNV-1a, for texts and answers.
fn hash(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

fn compare(
    case: &Case,
    driver: &Driver,
    device: Option<&vulkan::Device>,
    reductions: &mut usize,
) -> Result<(), String> {
    let oracle = on_driver(case, driver).map_err(|error| format!("differ {}: {error}", case.name))?;
    let mut found = Vec::new();
    let machine = on_machine(case);
    match &machine {
        Ok(output) => found.extend(difference(case, &oracle, output).map(|text| format!("machine: {text}"))),
        Err(error) if error.contains("undefined") => return Err(format!("differ {}: {error}", case.name)),
        Err(error) if error.contains("not modelled") => {}
        Err(error) => found.push(format!("machine: {error}")),
    }
    if let Some(device) = device {
        match on_device(case, device) {
            Ok(output) => found.extend(difference(case, &oracle, &output).map(|text| format!("SPIR-V: {text}"))),
            Err(error) if error.starts_with("the device has no") => {}
            Err(error) => found.push(format!("SPIR-V: {error}")),
        }
    }
    if found.is_empty() {
        common::shout(&format!("answer {} {:08x} {:08x}", case.name, hash(case.text.as_bytes()), hash(&oracle)));
        return Ok(());
    }
    let mut text = format!("differ {}: {}", case.name, found.join("; "));
    if *reductions > 0 && machine.is_ok_and(|output| difference(case, &oracle, &output).is_some()) {
        *reductions -= 1;
        let mut last = String::new();
        let small = reduce::reduce(&case.text, 250, |candidate| {
            let case = Case { text: candidate.to_owned(), ..case.clone() };
            let Ok(machine) = on_machine(&case) else { return false };
            let Ok(oracle) = on_driver(&case, driver) else { return false };
            let found = difference(&case, &oracle, &machine);
            last = found.clone().unwrap_or(last.clone());
            found.is_some()
        });
        text.push_str(&format!("\n  reduced {}: {last}\n  {small}", case.name));
    }
    Err(text)
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
    std::panic::set_hook(Box::new(|info| {
        if !info.to_string().contains("machine.rs") {
            common::shout(&info.to_string());
        }
    }));
    let device = vulkan::device();
    let number = |name: &str, default| std::env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(default);
    let (count, seed) = (number("GLSLSUB_NV_PROGRAMS", 1000), number("GLSLSUB_NV_SEED", 1));
    let shard = std::env::var("GLSLSUB_NV_SHARD").unwrap_or_else(|_| "0/1".to_owned());
    let (this, of) =
        shard.split_once('/').map(|(a, b)| (a.parse::<usize>().unwrap(), b.parse::<usize>().unwrap())).unwrap();
    let mine = |index: usize| index % of == this;
    let said = |text: &str| driver.load(text).unwrap();

    // What was asked already needs no answer again.
    let new = common::required("GLSLSUB_NV_NEW");
    for (_, load) in loads::loads().into_iter().enumerate().filter(|(index, _)| mine(*index)) {
        if load.driver == Verdict::Hangs || new && load.driver != Verdict::Unknown {
            continue;
        }
        let message = said(&load.text);
        let verdict = Verdict::of_driver(message.as_deref());
        let ours = loads::verdict(&load.text);
        let agree = if verdict == ours { "same" } else { "DIFFERENT" };
        common::shout(&format!("load {}\t{verdict:?}\t{agree} {ours:?}\t{:?}", load.line, message.unwrap_or_default()));
    }
    let known = include_str!("nv_program/modifiers.txt");
    for (_, row) in loads::rows().enumerate().filter(|(index, _)| mine(*index)) {
        if new && known.contains(&format!("\n{}\t", row.name)) {
            continue;
        }
        let marks = loads::modifier_row(row, |text| said(text).is_none());
        common::shout(&format!("modifiers {}\t{marks}", row.name));
    }
    for (_, probe) in probes::probes().into_iter().enumerate().filter(|(index, _)| mine(*index)) {
        if new && probe.driver.is_some() {
            continue;
        }
        let show = |found: Result<Vec<u8>, String>| found.map_or_else(|error| error, |bytes| probes::shown(&bytes));
        let answer = show(on_driver(&probe.case, &driver));
        let machine = show(on_machine(&probe.case));
        let spirv = device.as_deref().map_or_else(String::new, |device| show(on_device(&probe.case, device)));
        common::shout(&format!("probe {}\t{answer}\t{machine}\t{spirv}", probe.line));
    }

    let mut all = cases::all();
    all.retain(|case| !DELIBERATE.contains(&case.name.as_str()));
    all.extend((seed..seed + count).map(generate::program));
    let answers = include_str!("nv_program/answers.txt");
    all.retain(|case| !(new && answers.contains(&format!("\n{} ", case.name))));
    let mut failures = Vec::new();
    let mut reductions = 6;
    for (_, case) in all.iter().enumerate().filter(|(index, case)| mine(*index) && common::wanted(&case.name)) {
        if let Err(error) = compare(case, &driver, device.as_deref(), &mut reductions) {
            common::shout(&error);
            failures.push(error);
        }
    }
    common::shout(&format!(
        "summary: {} programs of {} compared, {} differ",
        all.len() / of,
        all.len(),
        failures.len()
    ));
    assert!(failures.is_empty(), "{} of {} differ", failures.len(), all.len());
}
