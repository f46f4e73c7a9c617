//! Random programs: an interpreter of HIR, with and without the passes of `-O`, and a Vulkan device, with `-O`, `-Os` and without
//! them, agree on what is in the buffers.
//!
//! A failure names its seed; `GLSLSUB_SEEDS=N` runs only that and prints the program, `GLSLSUB_SEEDS=FROM..TO` as many as one likes:
//! several processes make use of several cores. `GLSLSUB_EXHAUSTIVE=1` runs twenty times as many. `shrink.rs` makes a program small
//! whose numbers differ.

mod reduction;
mod shrink;

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common;
use crate::common::interpreter::Machine;
use crate::common::program::{INPUTS, INVOCATIONS, OWN, RESULTS, program};
use crate::common::random::Random;
use crate::common::vulkan::{Binding, Device, Job};
use crate::common::{compile, parallel, validate, vulkan};
use glslsub::internals::hir::Module;
use glslsub::internals::passes::Level;
use glslsub::internals::source::NoIncludes;
use glslsub::internals::stage::Stage;
use glslsub::internals::target::{Target, TargetEnvironment};
use glslsub::internals::{Input, Options, driver};

/// Programs.
const COUNT: u64 = 100;

/// The buffers of a program, in the order of their bindings, and their sizes in words.
const BUFFERS: [(&str, usize); 4] =
    [("Input", INPUTS), ("Result", INVOCATIONS * RESULTS), ("Data", INVOCATIONS * OWN), ("Counted", INVOCATIONS * OWN)];

/// The words of each buffer.
type Memory = Vec<Vec<u32>>;

fn target() -> Target {
    Target::from(TargetEnvironment::Vulkan1_2)
}

/// The program of a seed.
fn text_of(seed: u64) -> String {
    program(&mut Random::new(seed ^ 0x9609), Stage::Compute)
}

/// What is in the buffers before the program of a seed runs.
fn inputs(seed: u64) -> Memory {
    let mut random = Random::new(seed ^ 0x9609);
    program(&mut random, Stage::Compute);
    BUFFERS.iter().map(|&(_, size)| (0..size).map(|_| random.next() as u32 >> random.below(32)).collect()).collect()
}

/// What the interpreter leaves in memory, after the passes of a level. `careful`: what is undefined is an error.
fn interpreted_text(
    text: &str,
    level: Level,
    subgroup: usize,
    before: &Memory,
    careful: bool,
) -> Result<Memory, String> {
    let options = Options { stage: Some(Stage::Compute), target: target(), optimization: level, ..Options::default() };
    let module = driver::check(Input { name: "program.comp", text }, &options, &mut NoIncludes);
    let rendered = module.rendered();
    interpreted(&module.artifact.ok_or(rendered)?, subgroup, before, careful)
}

/// What the interpreter leaves in memory.
fn interpreted(module: &Module, subgroup: usize, before: &Memory, careful: bool) -> Result<Memory, String> {
    let contents = |name: &str, path: &[u32]| {
        let buffer = BUFFERS.iter().position(|it| it.0 == name);
        match (buffer, path) {
            (Some(buffer), &[0, index]) => before[buffer].get(index as usize).map_or(0, |&it| it.into()),
            _ => 0,
        }
    };
    let mut machine = Machine::new(module, subgroup, &contents)?;
    if careful {
        machine.be_careful();
    }
    machine.run()?;
    let mut after = Memory::new();
    for (buffer, (name, length)) in BUFFERS.into_iter().enumerate() {
        // The passes may leave no use of a buffer.
        let is_there = module.globals.iter().any(|(_, it)| it.name == name);
        let words = (0..length).map(|index| match is_there {
            true => machine.bits(name, &[0, index as u32]).map(|it| it as u32),
            false => Ok(before[buffer][index]),
        });
        after.push(words.collect::<Result<_, _>>()?);
    }
    Ok(after)
}

/// What a device leaves there; `None` if it cannot run the module.
fn run(device: &Mutex<&Device>, words: &[u32], before: &Memory) -> Result<Option<Memory>, String> {
    let device = device.lock().unwrap();
    if device.missing_capability(words).is_some() {
        return Ok(None);
    }
    let bytes = |words: &Vec<u32>| words.iter().flat_map(|it| it.to_le_bytes()).collect();
    let bindings: Vec<_> =
        before.iter().enumerate().map(|(binding, words)| Binding::storage(binding as u32, bytes(words))).collect();
    let contents = device.run(&Job { words, groups: [1, 1, 1], bindings: &bindings, ..Job::default() })?;
    let words = |bytes: &Vec<u8>| bytes.chunks(4).map(|it| u32::from_le_bytes(it.try_into().unwrap())).collect();
    Ok(Some(contents.iter().map(words).collect()))
}

/// Whether a device ran the program of a seed.
fn check(seed: u64, device: Option<&Mutex<&Device>>, subgroup: usize) -> Result<bool, String> {
    let (text, before) = (text_of(seed), inputs(seed));
    let failed = |error: String| format!("seed {seed}: {error}\n{text}");
    let mut all: Vec<(&str, Memory)> = Vec::new();
    let mut has_run = false;
    for (level, interpreter, on_device) in [
        (Level::None, "the interpreter", "the device"),
        (Level::Optimized, "the interpreter after -O", "the device after -O"),
        (Level::Small, "the interpreter after -Os", "the device after -Os"),
    ] {
        if level != Level::Small {
            let result = interpreted_text(&text, level, subgroup, &before, false);
            all.push((interpreter, result.map_err(|error| failed(format!("{interpreter}: {error}")))?));
        }
        let words = compile::spirv_at_level("program.comp", &text, target(), level).map_err(&failed)?;
        if let Some(complaint) = validate::validate(&words, target()).complaint() {
            return Err(failed(format!("invalid: {complaint}")));
        }
        if let Some(device) = device
            && let Some(result) = run(device, &words, &before).map_err(&failed)?
        {
            all.push((on_device, result));
            has_run = true;
        }
    }
    let (first, expected) = &all[0];
    for (other, found) in &all[1..] {
        for (buffer, (name, _)) in BUFFERS.into_iter().enumerate() {
            let (expected, found) = (&expected[buffer], &found[buffer]);
            if let Some(at) = (0..expected.len()).find(|&at| expected[at] != found[at]) {
                let (expected, found) = (expected[at], found[at]);
                return Err(failed(format!("{name}[{at}] is {expected:#x} in {first}, {found:#x} in {other}")));
            }
        }
    }
    Ok(has_run)
}

/// The seeds that the environment asks for.
fn seeds() -> Range<u64> {
    let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("`{text}` is no seed"));
    match std::env::var("GLSLSUB_SEEDS") {
        Ok(range) => match range.split_once("..") {
            Some((from, to)) => number(from)..number(to),
            None => number(&range)..number(&range) + 1,
        },
        Err(_) => 0..if common::required("GLSLSUB_EXHAUSTIVE") { COUNT * 20 } else { COUNT },
    }
}

#[test]
fn interpreter_device_and_passes_agree() {
    let device = vulkan::device();
    // Without a device, of any size.
    let subgroup = device.as_deref().map_or(8, |it| it.subgroup_size as usize);
    let device = device.as_deref().map(Mutex::new);
    if !INVOCATIONS.is_multiple_of(subgroup) {
        return common::shout("subgroups are larger than the workgroups of random programs");
    }
    let seeds: Vec<u64> = seeds().collect();
    if let [seed] = seeds[..] {
        common::shout(&text_of(seed));
    }
    let ran = AtomicUsize::new(0);
    let failures = parallel::failures(&seeds, |&seed| {
        let has_run = check(seed, device.as_ref(), subgroup)?;
        ran.fetch_add(usize::from(has_run), Ordering::Relaxed);
        Ok(())
    });
    common::shout(&format!("{} of {} random programs ran on a device", ran.into_inner(), seeds.len()));
    common::report(seeds.len(), &failures);
}
