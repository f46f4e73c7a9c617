//! Assembly beside the same algorithm in GLSL: the code has as many instructions, to within a tenth, and leaves the
//! same results in the buffers. Condition codes, masks and untyped registers leave no trace in it.
//!
//! `GLSLSUB_TIME=1` also times both on large buffers, by the clock of the device; `GLSLSUB_TWINS=FOLDER` also times the
//! files there whose names begin with `reduction-`, `scan-` or `histogram-`.

use crate::common;
use crate::common::vulkan::{self, Binding, Job};
use crate::common::{compile, validate};
use glslsub::internals::target::Target;

struct Twin {
    name: &'static str,
    groups: u32,
    /// Words of the buffers at the bindings 0, 1, ...
    buffers: &'static [fn() -> Vec<u32>],
    /// How many instructions of assembly one of GLSL may cost.
    ratio: f64,
}

const TWINS: &[Twin] = &[
    Twin { name: "reduction", groups: 4, buffers: &[|| (0..1024).collect(), || vec![0; 4]], ratio: 1.1 },
    Twin { name: "scan", groups: 1, buffers: &[|| (1..=64).collect(), || vec![0; 64]], ratio: 1.1 },
    Twin { name: "histogram", groups: 2, buffers: &[|| vec![0; 16]], ratio: 1.1 },
];

fn read(path: &str) -> String {
    std::fs::read_to_string(common::root().join(path)).unwrap()
}

fn words(file: &str) -> Vec<u32> {
    let words = compile::spirv_at(file, &read(file), Target::default(), &[], true).unwrap();
    validate::validate(&words, Target::default()).unwrap_valid(file);
    words
}

/// Instructions in functions.
fn size(words: &[u32]) -> usize {
    let text = compile::disassemble(words);
    let inside = text.lines().skip_while(|line| !line.contains("OpFunction "));
    inside.filter(|line| line.contains("Op") && !line.contains("OpLine")).count()
}

#[test]
fn are_as_long_and_do_the_same() {
    let device = vulkan::device();
    let mut failures = Vec::new();
    for twin in TWINS {
        let assembly = words(&format!("spirv-fixtures/nv_program/{}.nvcp", twin.name));
        let glsl = words(&format!("tests/nv_program/twins/{}.comp", twin.name));
        let (ours, theirs) = (size(&assembly), size(&glsl));
        let ratio = ours as f64 / theirs as f64;
        common::shout(&format!("{}: {ours} instructions, {theirs} in GLSL: {ratio:.2}", twin.name));
        if ratio > twin.ratio {
            failures.push(format!("{}: {ratio:.2} is more than {}", twin.name, twin.ratio));
        }
        let Some(device) = &device else { continue };
        let run = |words: &[u32]| {
            let buffers = twin
                .buffers
                .iter()
                .map(|buffer| buffer().iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>());
            let bindings: Vec<Binding> =
                (0..).zip(buffers).map(|(binding, bytes)| Binding::storage(binding, bytes)).collect();
            let job = Job { words, groups: [twin.groups, 1, 1], bindings: &bindings, ..Job::default() };
            device.run(&job).unwrap()
        };
        if run(&assembly) != run(&glsl) {
            failures.push(format!("{}: the buffers differ", twin.name));
        }
    }
    common::report(TWINS.len(), &failures);
}

/// Microseconds of a dispatch of many groups.
fn time(device: &vulkan::Device, words: &[u32], buffers: usize) -> f64 {
    const GROUPS: u32 = 16384;
    const TIMES: u32 = 400;
    let bytes: Vec<u8> = (0..GROUPS * 256).flat_map(|word: u32| word.to_le_bytes()).collect();
    let bindings: Vec<Binding> = (0..buffers as u32).map(|binding| Binding::storage(binding, bytes.clone())).collect();
    let job = Job { words, groups: [GROUPS, 1, 1], bindings: &bindings, again: TIMES, ..Job::default() };
    let run = |_| device.run_timed(&job).unwrap().1;
    (0..5).map(run).fold(f64::INFINITY, f64::min) / f64::from(TIMES) / 1e3
}

#[test]
fn take_as_long() {
    if !common::required("GLSLSUB_TIME") {
        return;
    }
    let Some(device) = vulkan::device() else { return };
    for twin in TWINS {
        let mut files = vec![
            format!("spirv-fixtures/nv_program/{}.nvcp", twin.name),
            format!("tests/nv_program/twins/{}.comp", twin.name),
        ];
        // Others with the same name, to find what makes a difference.
        if let Ok(folder) = std::env::var("GLSLSUB_TWINS") {
            let more = common::files(std::path::Path::new(&folder), "").into_iter();
            let more = more.map(|file| file.to_string_lossy().into_owned());
            files.extend(more.filter(|file| file.contains(&format!("{}-", twin.name))));
        }
        // Alternating, because the clock of a device rises while it works. What disturbs a run makes it longer.
        let mut least = vec![f64::INFINITY; files.len()];
        for _ in 0..8 {
            for (file, least) in files.iter().zip(&mut least) {
                *least = least.min(time(&device, &words(file), twin.buffers.len()));
            }
        }
        for (file, time) in files.iter().zip(&least) {
            common::shout(&format!("time {}\t{file}\t{time:.2} us\t{:.3}", twin.name, time / least[1]));
        }
    }
}
