//! Assembly beside the same algorithm in GLSL: the code has as many instructions, but for a tenth, and leaves the same in the
//! buffers. Condition codes, masks and registers without types leave no trace in it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

mod common;

use common::vulkan::{self, Binding, Job};
use common::{compile, validate};
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
    // The shuffle of any distance is masked, since it may be more than a warp.
    Twin { name: "scan", groups: 1, buffers: &[|| (1..=64).collect(), || vec![0; 64]], ratio: 1.2 },
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
