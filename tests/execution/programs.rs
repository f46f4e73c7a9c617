//! Random programs: an interpreter of HIR, with and without the passes of `-O`, and a Vulkan device, with and without them,
//! agree on what is in the buffer.
//!
//! A failure names its seed; `GLSLSUB_SEED=N` runs only that. `GLSLSUB_EXHAUSTIVE=1` runs twenty times as many.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common;
use crate::common::interpreter::Machine;
use crate::common::program::{INPUTS, INVOCATIONS, RESULTS, program};
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

fn target() -> Target {
    Target::from(TargetEnvironment::Vulkan1_2)
}

/// What the interpreter leaves in `result`.
fn interpreted(module: &Module, subgroup: usize, inputs: &[u32]) -> Result<Vec<u32>, String> {
    let contents = |name: &str, path: &[u32]| match (name, path) {
        ("Input", &[0, index]) => u64::from(inputs[index as usize]),
        _ => 0,
    };
    let mut machine = Machine::new(module, subgroup, &contents)?;
    machine.run()?;
    let indices = 0..(INVOCATIONS * RESULTS) as u32;
    indices.map(|index| Ok(machine.bits("Result", &[0, index])? as u32)).collect()
}

/// What a device leaves there; `None` if it cannot run the module.
fn run(device: &Mutex<&Device>, words: &[u32], inputs: &[u32]) -> Result<Option<Vec<u32>>, String> {
    let device = device.lock().unwrap();
    if device.missing_capability(words).is_some() {
        return Ok(None);
    }
    let bytes = inputs.iter().flat_map(|it| it.to_le_bytes()).collect();
    let bindings = [Binding::storage(0, bytes), Binding::storage(1, vec![0; 4 * INVOCATIONS * RESULTS])];
    let contents = device.run(&Job { words, groups: [1, 1, 1], bindings: &bindings, ..Job::default() })?;
    Ok(Some(contents[1].chunks(4).map(|it| u32::from_le_bytes(it.try_into().unwrap())).collect()))
}

fn check(seed: u64, device: Option<&Mutex<&Device>>, subgroup: usize) -> Result<bool, String> {
    let mut random = Random::new(seed ^ 0x9609);
    let text = program(&mut random, Stage::Compute);
    let inputs: Vec<u32> = (0..INPUTS).map(|_| random.next() as u32 >> random.below(32)).collect();
    let failed = |error: String| format!("seed {seed}: {error}\n{text}");
    let mut all: Vec<(&str, Vec<u32>)> = Vec::new();
    for (level, interpreter, on_device) in [
        (Level::None, "the interpreter", "the device"),
        (Level::Optimized, "the interpreter after -O", "the device after -O"),
    ] {
        let options =
            Options { stage: Some(Stage::Compute), target: target(), optimization: level, ..Options::default() };
        let module = driver::check(Input { name: "program.comp", text: &text }, &options, &mut NoIncludes);
        let rendered = module.rendered();
        let module = module.artifact.ok_or_else(|| failed(rendered))?;
        let result = interpreted(&module, subgroup, &inputs);
        all.push((interpreter, result.map_err(|error| failed(format!("{interpreter}: {error}")))?));
        let words =
            compile::spirv_at("program.comp", &text, target(), &[], level == Level::Optimized).map_err(&failed)?;
        if let Some(complaint) = validate::validate(&words, target()).complaint() {
            return Err(failed(format!("invalid: {complaint}")));
        }
        if let Some(device) = device
            && let Some(result) = run(device, &words, &inputs).map_err(&failed)?
        {
            all.push((on_device, result));
        }
    }
    let (first, expected) = &all[0];
    for (other, found) in &all[1..] {
        if let Some(at) = (0..expected.len()).find(|&at| expected[at] != found[at]) {
            let (invocation, word) = (at / RESULTS, at % RESULTS);
            let (expected, found) = (expected[at], found[at]);
            return Err(failed(format!(
                "word {word} of invocation {invocation} is {expected:#x} in {first}, {found:#x} in {other}"
            )));
        }
    }
    Ok(all.len() > 2)
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
    let count = if common::required("GLSLSUB_EXHAUSTIVE") { COUNT * 20 } else { COUNT };
    let seeds: Vec<u64> = match std::env::var("GLSLSUB_SEED") {
        Ok(seed) => vec![seed.parse().unwrap()],
        Err(_) => (0..count).collect(),
    };
    let ran = AtomicUsize::new(0);
    let failures = parallel::failures(&seeds, |&seed| {
        let has_run = check(seed, device.as_ref(), subgroup)?;
        ran.fetch_add(usize::from(has_run), Ordering::Relaxed);
        Ok(())
    });
    common::report(seeds.len(), &failures);
    common::shout(&format!("{} of {} random programs ran on a device", ran.into_inner(), seeds.len()));
}
