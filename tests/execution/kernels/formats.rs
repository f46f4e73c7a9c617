//! Block formats of quantised numbers: random blocks with the numbers they encode, and the kernels that only decode or
//! encode. `spirv-fixtures/kernels/formats.glsl` describes the formats.

use half::f16;

use super::case::{Case, Data, div_up, half, uniform};
use crate::common::random::Random;

/// The table of the format C4.
const CODES: [i32; 16] = [-127, -96, -71, -52, -37, -24, -13, -4, 5, 14, 25, 38, 53, 72, 97, 127];

/// The formats, by the macros that select them.
pub const FORMATS: &[&str] = &["FORMAT_P4", "FORMAT_P4M", "FORMAT_P5", "FORMAT_P8", "FORMAT_S4", "FORMAT_C4"];

/// Elements of a block.
pub fn block_size(format: &str) -> usize {
    if format == "FORMAT_S4" { 128 } else { 32 }
}

/// Nibbles, the first in the lowest bits.
fn pack(nibbles: &[u32], bytes: &mut Vec<u8>) {
    bytes.extend(nibbles.chunks_exact(2).map(|pair| (pair[0] & 15 | (pair[1] & 15) << 4) as u8));
}

/// A random block: its bytes and its numbers.
pub fn block(format: &str, random: &mut Random) -> (Vec<u8>, Vec<f32>) {
    let f16_bytes = |number: f32| f16::from_f32(number).to_le_bytes();
    let scale = half((random.below(200) + 50) as f32 / 4096.0);
    let minimum = half(random.below(200) as f32 / 512.0 - 0.2);
    let top = match format {
        "FORMAT_P5" => 32,
        "FORMAT_P8" => 256,
        _ => 16,
    };
    let q: Vec<u32> = (0..block_size(format)).map(|_| random.below(top) as u32).collect();
    let numbers = |value: &dyn Fn(usize) -> f32| (0..q.len()).map(value).collect();
    let mut bytes = Vec::new();
    let numbers: Vec<f32> = match format {
        "FORMAT_P4" => {
            pack(&q, &mut bytes);
            bytes.extend(f16_bytes(scale));
            numbers(&|i| (q[i] as f32 - 8.0) * scale)
        }
        "FORMAT_P4M" => {
            bytes.extend(f16_bytes(scale));
            bytes.extend(f16_bytes(minimum));
            pack(&q, &mut bytes);
            numbers(&|i| (q[i] as f32).mul_add(scale, minimum))
        }
        "FORMAT_P5" => {
            bytes.extend(f16_bytes(scale));
            let high = q.iter().enumerate().fold(0_u32, |bits, (i, q)| bits | (q >> 4) << i);
            bytes.extend(high.to_le_bytes());
            pack(&q, &mut bytes);
            numbers(&|i| (q[i] as f32 - 16.0) * scale)
        }
        "FORMAT_P8" => {
            bytes.extend(f16_bytes(scale / 16.0));
            bytes.extend(q.iter().map(|&it| it as u8));
            numbers(&|i| f32::from(q[i] as u8 as i8) * half(scale / 16.0))
        }
        "FORMAT_S4" => {
            let (scale, minimum) = (half(scale / 8.0), half(minimum / 8.0));
            bytes.extend(f16_bytes(scale));
            bytes.extend(f16_bytes(minimum));
            let levels: Vec<u32> = (0..8).map(|_| random.below(256) as u32).collect();
            bytes.extend(levels.iter().map(|&it| it as u8));
            pack(&q, &mut bytes);
            numbers(&|i| {
                let level = levels[i / 16];
                q[i] as f32 * (scale * (level & 15) as f32) - minimum * (level >> 4) as f32
            })
        }
        _ => {
            let exponent = 118 + random.below(4) as u8;
            bytes.push(exponent);
            pack(&q, &mut bytes);
            numbers(&|i| CODES[q[i] as usize] as f32 * f32::from_bits(u32::from(exponent) << 23))
        }
    };
    (bytes, numbers)
}

/// Blocks in a row.
pub fn blocks(format: &str, count: usize, random: &mut Random) -> (Vec<u8>, Vec<f32>) {
    let (mut bytes, mut numbers) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let (block, values) = block(format, random);
        bytes.extend(block);
        numbers.extend(values);
    }
    (bytes, numbers)
}

/// Binds blocks as the macros require: as they are, or by their address.
pub fn bind_blocks(case: Case, bytes: Vec<u8>) -> Case {
    if case.has("ACCESS_REFERENCE") {
        case.input(9, &Data::U8(bytes)).addresses(0, &[9])
    } else {
        case.input(0, &Data::U8(bytes))
    }
}

/// The formats with the ways in which each can be read.
pub fn accesses() -> Vec<(&'static str, &'static str)> {
    let mut all: Vec<_> = FORMATS.iter().flat_map(|&format| [(format, ""), (format, "ACCESS_REFERENCE")]).collect();
    all.extend([("FORMAT_P4M", "ACCESS_WORDS"), ("FORMAT_S4", "ACCESS_WORDS"), ("FORMAT_C4", "TABLE_SHARED")]);
    all
}

fn dequantise(format: &str, access: &str, is_half: bool, random: &mut Random) -> Case {
    let ty = if is_half { "RESULT_TYPE=float16_t" } else { "" };
    let count = 6 * block_size(format);
    let (bytes, numbers) = blocks(format, 6, random);
    let case = Case::new("dequantise", &format!("{format} {access} {ty}")).groups(div_up(count, 8 * 16), 1, 1);
    let tolerance = if is_half { 1e-3 } else { 1e-6 };
    // It writes at an offset; what lies before stays.
    let mut after = vec![0.5; 16];
    after.extend(numbers);
    let mut before = Data::float(is_half, vec![0.5; 16]).bytes();
    before.resize(Data::float(is_half, after.clone()).bytes().len(), 0xff);
    bind_blocks(case, bytes)
        .update(1, before, Data::float(is_half, after), tolerance)
        .specialize(0, 16)
        .push(&[count, 16])
}

/// Numbers for which the encoder must give exactly one block: multiples of a power of two, including the largest.
fn quantise(format: &str, source_half: bool, random: &mut Random) -> Case {
    let count = 10;
    let (mut numbers, mut bytes) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let scale = 1.0 / (1 << random.below(6)) as f32;
        match format {
            "FORMAT_P8" => {
                let mut q: Vec<i32> = (0..32).map(|_| random.below(255) as i32 - 127).collect();
                q[random.below(32)] = if random.below(2) == 0 { 127 } else { -127 };
                bytes.extend(f16::from_f32(scale).to_le_bytes());
                bytes.extend(q.iter().map(|&it| it as u8));
                numbers.extend(q.iter().map(|&it| it as f32 * scale));
            }
            "FORMAT_P4" => {
                // The number with the largest magnitude becomes 0, that is, -8 times the scale, whatever its sign.
                let scale = if random.below(2) == 0 { scale } else { -scale };
                let mut q: Vec<u32> = (0..32).map(|_| random.below(15) as u32 + 1).collect();
                q[random.below(32)] = 0;
                pack(&q, &mut bytes);
                bytes.extend(f16::from_f32(scale).to_le_bytes());
                numbers.extend(q.iter().map(|&it| (it as f32 - 8.0) * scale));
            }
            _ => {
                let minimum = uniform(random, 1)[0];
                let minimum = (minimum * 64.0).round() / 64.0;
                let mut q: Vec<u32> = (0..32).map(|_| random.below(16) as u32).collect();
                let low = random.below(31);
                q[low] = 0;
                q[low + 1] = 15;
                bytes.extend(f16::from_f32(scale).to_le_bytes());
                bytes.extend(f16::from_f32(minimum).to_le_bytes());
                pack(&q, &mut bytes);
                numbers.extend(q.iter().map(|&it| it as f32 * scale + minimum));
            }
        }
    }
    let ty = if source_half { "SOURCE_TYPE=float16_t" } else { "" };
    Case::new("quantise", &format!("{format} {ty}"))
        .specialize(0, 4)
        .groups(div_up(count, 4), 1, 1)
        .push(&[count])
        .input(1, &Data::float(source_half, numbers))
        .output(0, Data::U8(bytes), 0.0)
}

/// All kernels of this file.
pub fn cases(random: &mut Random) -> Vec<Case> {
    let mut cases = Vec::new();
    for (format, access) in accesses() {
        cases.push(dequantise(format, access, false, random));
        cases.push(dequantise(format, access, true, random));
    }
    for format in ["FORMAT_P8", "FORMAT_P4", "FORMAT_P4M"] {
        cases.push(quantise(format, false, random));
        cases.push(quantise(format, true, random));
    }
    cases
}
