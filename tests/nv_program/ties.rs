//! Whether a device rounds doubles that lie halfway to even numbers.
//!
//! llvmpipe of Mesa 22.3 rounds doubles with an instruction for whole vectors, and without AVX-512 there is none for the eight
//! doubles of a subgroup: it then adds the largest number below one half and truncates, which rounds 1.5 to 1. Vulkan requires
//! `RoundEven` to be exact.
//!
//! Comes in: a device, and a module. Goes out: whether the device would round wrong.

use std::sync::OnceLock;

use glslsub::internals::target::Target;

use crate::common::vulkan::{Binding, Device, Job};
use crate::common::{compile, shout};

/// The number of `RoundEven` in GLSL.std.450.
const ROUND_EVEN: u32 = 2;

const PROBE: &str = "#version 450
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) buffer Numbers { double numbers[8]; };
void main() {
    uint index = gl_LocalInvocationIndex;
    numbers[index] = roundEven(numbers[index]);
}
";

/// Whether the module rounds doubles and the device does it wrong.
pub fn are_wrong(words: &[u32], device: &Device) -> bool {
    static WRONG: OnceLock<bool> = OnceLock::new();
    let on_device = || {
        let wrong = device.has_capability(spirv::Capability::Float64) && !goes_to_even(device);
        if wrong {
            shout("NOT RUN: programs that round doubles: the device does not round halves to even");
        }
        wrong
    };
    rounds_doubles(words) && *WRONG.get_or_init(on_device)
}

fn goes_to_even(device: &Device) -> bool {
    let words = compile::spirv_at("probe.comp", PROBE, Target::default(), &[], false).unwrap();
    let halves: Vec<f64> = (0..8).map(|it| f64::from(it) - 3.5).collect();
    let bindings = [Binding::storage(0, halves.iter().flat_map(|it| it.to_le_bytes()).collect())];
    let found = device.run(&Job { words: &words, groups: [1, 1, 1], bindings: &bindings, ..Job::default() }).unwrap();
    let expected: Vec<u8> = halves.iter().flat_map(|it| it.round_ties_even().to_le_bytes()).collect();
    // Zeros may lose their signs.
    found[0].chunks(8).zip(expected.chunks(8)).all(|(found, expected)| {
        f64::from_le_bytes(found.try_into().unwrap()) == f64::from_le_bytes(expected.try_into().unwrap())
    })
}

/// Whether a module rounds doubles to even numbers: scalars or vectors.
fn rounds_doubles(words: &[u32]) -> bool {
    let mut doubles = Vec::new();
    let mut rest = words.get(5..).unwrap_or(&[]);
    while let [first, operands @ ..] = rest {
        let (opcode, length) = (first & 0xffff, (first >> 16).max(1) as usize);
        match *operands {
            [ty, 64, ..] if opcode == spirv::Op::TypeFloat as u32 => doubles.push(ty),
            [ty, of, ..] if opcode == spirv::Op::TypeVector as u32 && doubles.contains(&of) => doubles.push(ty),
            [ty, _, _, ROUND_EVEN, ..] if opcode == spirv::Op::ExtInst as u32 && doubles.contains(&ty) => return true,
            _ => {}
        }
        rest = rest.get(length..).unwrap_or(&[]);
    }
    false
}
