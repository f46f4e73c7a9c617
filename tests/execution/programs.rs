//! Random programs: an interpreter of HIR, with and without the passes of `-O`, and a Vulkan device, with `-O`, `-Os` and without
//! them, agree on what is in the buffers.
//!
//! A failure names its seed; `GLSLSUB_SEEDS=N` runs only that and prints the program, `GLSLSUB_SEEDS=FROM..TO` as many as one likes:
//! several processes make use of several cores. Those from 1,000,000 on use references, an image and a texture. `GLSLSUB_EXHAUSTIVE=1`
//! runs twenty times as many as `.ci/run`. `shrink.rs` makes a program small whose numbers differ.

mod reduction;
mod shrink;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common;
use crate::common::interpreter::Machine;
use crate::common::program::{INPUTS, INVOCATIONS, OWN, RESULTS, TEXELS, far_program, program};
use crate::common::random::Random;
use crate::common::vulkan::{Binding, Device, Format, Image, Job, Resource, Sampling, Shape};
use crate::common::{compile, parallel, validate, vulkan};
use glslsub::internals::hir::Module;
use glslsub::internals::passes::Level;
use glslsub::internals::source::NoIncludes;
use glslsub::internals::stage::Stage;
use glslsub::internals::target::{Target, TargetEnvironment};
use glslsub::internals::{Input, Options, driver};

/// Programs of each kind.
const MOST: u64 = 1000;

/// From this seed on, programs use references, an image and a texture, too.
const FIRST_FAR: u64 = 1_000_000;

/// The memory of a program and its size in words: buffers in the order of their bindings; those behind are what a reference leads to,
/// an image with the texels of an invocation in a column, and a texture.
const BUFFERS: [(&str, usize); 7] = [
    ("Input", INPUTS),
    ("Result", INVOCATIONS * RESULTS),
    ("Data", INVOCATIONS * OWN),
    ("Counted", INVOCATIONS * OWN),
    ("Far", INVOCATIONS * OWN),
    ("picture", INVOCATIONS * OWN),
    ("look", TEXELS * TEXELS * 4),
];
/// Those that all programs have.
const NEAR: usize = 4;

/// The words of each buffer.
type Memory = Vec<Vec<u32>>;

fn target() -> Target {
    Target::from(TargetEnvironment::Vulkan1_2)
}

/// The program of a seed.
fn text_of(seed: u64) -> String {
    written(seed).0
}

fn written(seed: u64) -> (String, Random) {
    let mut random = Random::new(seed ^ 0x9609);
    let text = if seed < FIRST_FAR { program(&mut random, Stage::Compute) } else { far_program(&mut random) };
    (text, random)
}

/// What is in the buffers before the program of a seed runs.
fn inputs(seed: u64) -> Memory {
    let mut random = written(seed).1;
    let count = if seed < FIRST_FAR { NEAR } else { BUFFERS.len() };
    BUFFERS[..count]
        .iter()
        .map(|&(_, size)| (0..size).map(|_| random.next() as u32 >> random.below(32)).collect())
        .collect()
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
    let place = |name: &str, path: &[u32]| {
        let words = BUFFERS.iter().position(|it| it.0 == name).and_then(|it| before.get(it))?;
        let within = |[x, y]: [u32; 2], [width, height]: [usize; 2]| {
            ((x as usize) < width && (y as usize) < height).then_some(y as usize * width + x as usize)
        };
        let index = match (name, path) {
            ("picture", &[x, y]) => within([x, y], [INVOCATIONS, OWN])?,
            ("look", &[x, y]) => within([x, y], [TEXELS; 2])? * 4,
            ("look", &[x, y, component]) => within([x, y], [TEXELS; 2])? * 4 + component as usize,
            (_, &[0, index]) => index as usize,
            _ => return None,
        };
        words.get(index)
    };
    let contents = |name: &str, path: &[u32]| place(name, path).map_or(0, |&it| it.into());
    let is_inside = |name: &str, path: &[u32]| {
        path.len() < 2 || BUFFERS.iter().all(|it| it.0 != name) || place(name, path).is_some()
    };
    let mut machine = Machine::new(module, subgroup, &contents)?;
    if careful {
        machine.be_careful(&is_inside);
    }
    machine.run()?;
    let mut after = Memory::new();
    for ((name, _), before) in BUFFERS.into_iter().zip(before) {
        // The passes may leave no use of a buffer.
        let is_there = module.globals.iter().any(|(_, it)| it.name == name);
        let mut words = Vec::new();
        for (index, &word) in before.iter().enumerate() {
            let (x, y) = ((index % INVOCATIONS) as u32, (index / INVOCATIONS) as u32);
            let changed = match name {
                "Far" => machine.changed(name, &[0, index as u32])?,
                "picture" => machine.changed(name, &[x, y])?,
                "look" => None,
                _ if is_there => Some(machine.bits(name, &[0, index as u32])?),
                _ => None,
            };
            words.push(changed.map_or(word, |it| it as u32));
        }
        after.push(words);
    }
    Ok(after)
}

/// What a device leaves there; `None` if it cannot run the module.
fn run(device: &Mutex<&Device>, words: &[u32], before: &Memory) -> Result<Option<Memory>, String> {
    let device = device.lock().unwrap();
    if device.missing_capability(words).is_some() {
        return Ok(None);
    }
    let bytes = |words: &Vec<u32>| words.iter().flat_map(|it| it.to_le_bytes()).collect::<Vec<u8>>();
    let image = |format: &str, [x, y]: [usize; 2], words| {
        Image::new(Format::parse(format).unwrap(), Shape::D2, [x as u32, y as u32, 1]).with(bytes(words))
    };
    let mut bindings: Vec<_> =
        before.iter().take(NEAR).zip(0..).map(|(words, binding)| Binding::storage(binding, bytes(words))).collect();
    if let [.., far, picture, look] = before.as_slice()
        && before.len() > NEAR
    {
        bindings.push(Binding::storage(7, bytes(far)));
        let picture = Resource::StorageImage(image("r32ui", [INVOCATIONS, OWN], picture));
        let look = Resource::CombinedImage(image("rgba32ui", [TEXELS, TEXELS], look), Sampling::default());
        for (binding, resource) in [(5, picture), (6, look), (4, Resource::Addresses(vec![(0, 7)]))] {
            bindings.push(Binding { set: 0, binding, resource });
        }
    }
    let contents = device.run(&Job { words, groups: [1, 1, 1], bindings: &bindings, ..Job::default() })?;
    let words = |bytes: &Vec<u8>| bytes.chunks(4).map(|it| u32::from_le_bytes(it.try_into().unwrap())).collect();
    Ok(Some(contents.iter().take(before.len()).map(words).collect()))
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
        for (buffer, (name, _)) in BUFFERS.into_iter().enumerate().take(expected.len()) {
            let (expected, found) = (&expected[buffer], &found[buffer]);
            if let Some(at) = (0..expected.len()).find(|&at| expected[at] != found[at]) {
                let (expected, found) = (expected[at], found[at]);
                return Err(failed(format!("{name}[{at}] is {expected:#x} in {first}, {found:#x} in {other}")));
            }
        }
    }
    Ok(has_run)
}

/// The seeds that the environment asks for, or as many of either kind of program.
fn seeds() -> Vec<u64> {
    let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("`{text}` is no seed"));
    match std::env::var("GLSLSUB_SEEDS") {
        Ok(range) => match range.split_once("..") {
            Some((from, to)) => (number(from)..number(to)).collect(),
            None => vec![number(&range)],
        },
        Err(_) => {
            let count = MOST / common::one_in_unnamed(20, 80) as u64;
            (0..count).chain(FIRST_FAR..FIRST_FAR + count).collect()
        }
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
    let seeds = seeds();
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
