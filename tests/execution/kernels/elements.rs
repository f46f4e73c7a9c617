//! Kernels that treat all elements alike: activation functions, copies between layouts and types, gathering and
//! scattering.

use super::case::{Case, Data, div_up, half, uniform};
use super::formats::{bind_blocks, blocks};
use crate::common::random::Random;
use crate::common::vulkan::Resource;

const ACTIVATIONS: &[&str] = &[
    "GELU",
    "GELU_ERF",
    "GELU_QUICK",
    "SILU",
    "SIGMOID",
    "TANH",
    "RELU",
    "LEAKY_RELU",
    "ELU",
    "HARD_SWISH",
    "SOFT_PLUS",
    "STEP",
    "MISH",
];

fn activate(name: &str, x: f32) -> f32 {
    let x = f64::from(x);
    let result = match name {
        "GELU" => 0.5 * x * (1.0 + ((2.0 / std::f64::consts::PI).sqrt() * (x + 0.044_715 * x.powi(3))).tanh()),
        "GELU_ERF" => 0.5 * x * (1.0 + libm::erf(x / 2.0_f64.sqrt())),
        "GELU_QUICK" => x / (1.0 + (-1.702 * x).exp()),
        "SILU" => x / (1.0 + (-x).exp()),
        "SIGMOID" => 1.0 / (1.0 + (-x).exp()),
        "TANH" => x.tanh(),
        "RELU" => x.max(0.0),
        "LEAKY_RELU" if x < 0.0 => x / 8.0,
        "LEAKY_RELU" => x,
        "ELU" if x < 0.0 => x.exp_m1(),
        "ELU" => x,
        "HARD_SWISH" => x * ((x + 3.0) / 6.0).clamp(0.0, 1.0),
        "SOFT_PLUS" => x.exp().ln_1p(),
        "STEP" => f64::from(u8::from(x > 0.0)),
        _ => x * x.exp().ln_1p().tanh(),
    };
    result as f32
}

/// Numbers in (-6, 6) that are exact in float16.
fn inputs(random: &mut Random, count: usize) -> Vec<f32> {
    uniform(random, count).into_iter().map(|it| half(it * 6.0)).collect()
}

fn activation(name: &str, rest: &str, random: &mut Random) -> Case {
    let count = 300;
    let case = Case::new("activation", &format!("ACTIVATION_{name} {rest}"));
    let source = inputs(random, count);
    let half_source = case.defines.iter().any(|it| it.starts_with("SOURCE_") && it.contains("16"));
    let half_result = case.defines.iter().any(|it| it.starts_with("RESULT_") && it.contains("16"));
    let result = source.iter().map(|&it| activate(name, it)).collect();
    case.specialize(0, 32)
        .groups(2, div_up(count, 64), 1)
        .push(&[count])
        .input(0, &Data::float(half_source, source))
        .output(1, Data::float(half_result, result), if half_result { 1e-3 } else { 2e-6 })
}

fn gated(name: &str, rest: &str, mode: usize, swapped: bool, limit: f32, random: &mut Random) -> Case {
    let (rows, columns) = (4, 50);
    let count = rows * columns;
    let case = Case::new("gated", &format!("ACTIVATION_{name} {rest}"));
    let is_half = case.has("SOURCE_TYPE=float16_t");
    let source = inputs(random, 2 * count);
    let place = |i: usize| match mode {
        0 => (i / columns * columns + i, i / columns * columns + i + columns),
        1 => (2 * i, 2 * i + 1),
        _ => (i, count + i),
    };
    let result = (0..count)
        .map(|i| {
            let (a, b) = place(i);
            let (mut a, mut b) = if swapped { (source[b], source[a]) } else { (source[a], source[b]) };
            if limit > 0.0 {
                a = a.min(limit);
                b = b.clamp(-limit, limit);
            }
            activate(name, a) * b
        })
        .collect();
    let case = case
        .specialize(0, 32)
        .specialize(1, swapped.into())
        .groups(div_up(count, 32), 1, 1)
        .push(&[rows, columns, mode])
        .push_floats(&[limit]);
    let case = if mode == 2 {
        let (a, b) = source.split_at(count);
        case.input(0, &Data::float(is_half, a.to_vec())).input(1, &Data::float(is_half, b.to_vec()))
    } else {
        case.input(0, &Data::float(is_half, source))
    };
    case.output(2, Data::F32(result), 1e-5)
}

/// Multiplier and shift with which `strided.glsl` divides.
fn divisor(by: usize) -> [usize; 2] {
    let by = by as u64;
    let shift = 64 - (by - 1).leading_zeros() as u64;
    let multiplier = ((1_u64 << 32) * ((1 << shift) - by)) / by + 1;
    [multiplier as usize, shift as usize]
}

/// Divisors for the first size, and for the product of the first two and of three.
fn divisors(sizes: [usize; 4]) -> Vec<usize> {
    (1..4).flat_map(|dimensions| divisor(sizes[..dimensions].iter().product())).collect()
}

/// The coordinates of an element.
fn split(mut index: usize, sizes: [usize; 4]) -> [usize; 4] {
    sizes.map(|size| {
        let at = index % size;
        index /= size;
        at
    })
}

fn offset(at: [usize; 4], strides: [usize; 4]) -> usize {
    at.iter().zip(strides).map(|(at, stride)| at * stride).sum()
}

fn copy(defines: &str, random: &mut Random) -> Case {
    let sizes = [7, 5, 3, 2];
    // The source is transposed and has gaps, the result is dense in another order.
    let (source_strides, result_strides) = ([6, 1, 45, 150], [1, 42, 14, 7]);
    let count: usize = sizes.iter().product();
    let mut source = uniform(random, 300);
    let case = Case::new("copy", defines);
    if case.has("RESULT_TYPE=int") {
        source.iter_mut().for_each(|it| *it = (*it * 100.0).trunc() + 0.25);
    }
    let mut result = vec![0.0; count];
    for index in 0..count {
        let at = split(index, sizes);
        result[offset(at, result_strides)] = source[offset(at, source_strides)];
    }
    let half_source = case.has("SOURCE_TYPE=float16_t");
    let result = if case.has("RESULT_TYPE=int") {
        Data::I32(result.iter().map(|&it| it as i32).collect())
    } else {
        Data::float(case.has("RESULT_TYPE=float16_t"), result)
    };
    let push: Vec<usize> =
        [sizes, source_strides, sizes, result_strides].into_iter().flatten().chain(divisors(sizes)).collect();
    let case = case.specialize(0, 32).groups(div_up(count, 32), 1, 1).push(&push);
    if case.has("LONG_OFFSETS") {
        case.input(8, &Data::float(half_source, source)).output(9, result, 0.0).addresses(0, &[8, 9])
    } else {
        case.input(0, &Data::float(half_source, source)).output(1, result, 0.0)
    }
}

fn binary(operation: &str, rest: &str, apply: fn(f32, f32) -> f32, random: &mut Random) -> Case {
    let (sizes, sizes_b) = ([6, 5, 4, 3], [6, 1, 2, 3]);
    let (strides, strides_b) = ([1, 6, 30, 120], [2, 12, 12, 24]);
    let count: usize = sizes.iter().product();
    let case = Case::new("binary", &format!("OPERATION={operation} {rest}"));
    let a = uniform(random, count);
    // Far from zero, for division.
    let b: Vec<f32> = uniform(random, 84).into_iter().map(|it| half(it + 2.5)).collect();
    let mut result = vec![0.0; count];
    for index in 0..count {
        let at = split(index, sizes);
        let at_b = [0, 1, 2, 3].map(|d| at[d] % sizes_b[d]);
        result[offset(at, strides)] = apply(a[index], b[offset(at_b, strides_b)]);
    }
    let is_half = case.has("SOURCE_TYPE=float16_t");
    let mut case = case.specialize(0, 32).groups(div_up(count, 64), 1, 1);
    case = case.push(&[sizes, strides].concat());
    case.push.extend([sizes_b, strides_b].concat().iter().flat_map(|&it| (it as u16).to_le_bytes()));
    case.push(&divisors(sizes))
        .push_floats(&[1.5])
        .input(0, &Data::float(is_half, a))
        .input(1, &Data::float(is_half, b))
        .output(2, Data::F32(result), 1e-6)
}

fn get_rows(defines: &str, random: &mut Random) -> Case {
    let (table_rows, rows, columns) = (9, 5, 96);
    let case = Case::new("get_rows", defines);
    let format = case.defines.iter().find(|it| it.starts_with("FORMAT_") && *it != "FORMAT_QUANTISED").cloned();
    let is_half = case.has("SOURCE_TYPE=float16_t");
    let (bytes, table) = match format {
        Some(format) => blocks(&format, table_rows * columns / 32, random),
        None => {
            let table = uniform(random, table_rows * columns);
            (Data::float(is_half, table.clone()).bytes(), table)
        }
    };
    let indices: Vec<usize> = (0..rows).map(|_| random.below(table_rows)).collect();
    let result: Vec<f32> = indices.iter().flat_map(|&row| table[row * columns..][..columns].to_vec()).collect();
    let stored = if case.has("INDEX_TYPE=uint16_t") {
        Data::U16(indices.iter().map(|&it| it as u16).collect())
    } else if case.has("INDEX_TYPE=int64_t") {
        Data::U64(indices.iter().map(|&it| it as u64).collect())
    } else {
        Data::U32(indices.iter().map(|&it| it as u32).collect())
    };
    let half_result = case.has("RESULT_TYPE=float16_t");
    bind_blocks(case, bytes)
        .specialize(0, 8)
        .groups(div_up(columns, 32), rows, 1)
        .push(&[columns])
        .input(1, &stored)
        .output(2, Data::float(half_result, result), if half_result { 1e-3 } else { 1e-6 })
}

fn set_rows(defines: &str, random: &mut Random) -> Case {
    let (table_rows, rows, columns) = (9, 7, 40);
    let case = Case::new("set_rows", defines);
    let accumulates = case.has("ACCUMULATE");
    let is_half = case.has("RESULT_TYPE=float16_t");
    let source = uniform(random, rows * columns);
    let mut indices: Vec<usize> = (0..table_rows).collect();
    for i in 0..table_rows {
        indices.swap(i, random.below(table_rows));
    }
    if accumulates {
        indices.iter_mut().for_each(|it| *it /= 3);
    }
    let before = uniform(random, table_rows * columns);
    let mut after = before.clone();
    for (row, &index) in indices[..rows].iter().enumerate() {
        for column in 0..columns {
            let place = &mut after[index * columns + column];
            *place = if accumulates { *place } else { 0.0 } + source[row * columns + column];
        }
    }
    let stored = indices[..rows].iter().flat_map(|&it| [it as u32, 0]).collect();
    let case = case.specialize(0, 16).groups(div_up(columns, 16), rows, 1).push(&[columns]);
    case.input(0, &Data::F32(source)).input(1, &Data::U32(stored)).update(
        2,
        Data::float(is_half, before).bytes(),
        Data::float(is_half, after),
        0.0,
    )
}

fn embedding_bag(defines: &str, random: &mut Random) -> Case {
    let (tables, rows, dimensions, bags) = (3, 6, 24, 5);
    let case = Case::new("embedding_bag", defines);
    let contents: Vec<Vec<f32>> = (0..tables).map(|_| uniform(random, rows * dimensions)).collect();
    let (mut starts, mut tokens, mut result) = (vec![0], Vec::new(), Vec::new());
    for _ in 0..bags {
        let mut sums = vec![0.0; dimensions];
        for _ in 0..1 + random.below(4) {
            let (table, row, weight) = (random.below(tables), random.below(rows), random.below(256));
            tokens.extend([table as u8, weight as u8, row as u8, 0]);
            let factor = if case.has("WEIGHTED") { weight as f32 / 255.0 } else { 1.0 };
            let values = &contents[table][row * dimensions..][..dimensions];
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value * factor);
        }
        starts.push((tokens.len() / 4) as u32);
        result.extend(sums);
    }
    let array = contents.into_iter().map(|it| Resource::Storage(Data::F16(it).bytes())).collect();
    case.specialize(0, 8)
        .specialize(1, dimensions as u32)
        .groups(bags, 1, 1)
        .resource(0, Resource::Array(array))
        .input(1, &Data::U32(starts))
        .input(2, &Data::U8(tokens))
        .output(3, Data::F32(result), 1e-6)
}

/// All kernels of this file.
pub fn cases(random: &mut Random) -> Vec<Case> {
    let mut cases = Vec::new();
    for name in ACTIVATIONS {
        cases.push(activation(name, "", random));
        cases.push(activation(name, "SOURCE_TYPE=float16_t RESULT_TYPE=float16_t", random));
    }
    cases.push(activation("SILU", "WIDE SOURCE_VECTOR=vec4 RESULT_VECTOR=f16vec4", random));
    cases.push(activation("GELU", "WIDE SOURCE_VECTOR=f16vec4 RESULT_VECTOR=vec4", random));
    for (name, rest, mode, swapped, limit) in [
        ("SILU", "", 0, false, 0.0),
        ("GELU", "", 1, true, 0.0),
        ("RELU", "SPLIT", 2, false, 0.0),
        ("GELU_QUICK", "SPLIT SOURCE_TYPE=float16_t", 2, true, 2.5),
        ("SIGMOID", "SOURCE_TYPE=float16_t", 0, true, 1.0),
    ] {
        cases.push(gated(name, rest, mode, swapped, limit, random));
    }
    for defines in [
        "",
        "SOURCE_TYPE=float16_t",
        "RESULT_TYPE=float16_t",
        "SOURCE_TYPE=float16_t RESULT_TYPE=float16_t",
        "RESULT_TYPE=int",
        "SOURCE_TYPE=float16_t SOURCE_BYTES=2 RESULT_BYTES=4 LONG_OFFSETS",
        "SOURCE_TYPE=float RESULT_TYPE=float16_t SOURCE_BYTES=4 RESULT_BYTES=2 LONG_OFFSETS",
    ] {
        cases.push(copy(defines, random));
    }
    cases.push(binary("a+b", "", |a, b| a + b, random));
    cases.push(binary("a*b", "SOURCE_TYPE=float16_t", |a, b| a * b, random));
    cases.push(binary("a-p.parameter*b", "", |a, b| a - 1.5 * b, random));
    cases.push(binary("a/b", "SOURCE_TYPE=float16_t", |a, b| a / b, random));
    cases.push(binary("mod(a,b)", "", |a, b| a - b * (a / b).floor(), random));
    for defines in [
        "INDEX_TYPE=int",
        "INDEX_TYPE=int64_t SOURCE_TYPE=float16_t",
        "INDEX_TYPE=uint16_t RESULT_TYPE=float16_t",
        "INDEX_TYPE=int FORMAT_QUANTISED FORMAT_P4",
        "INDEX_TYPE=int FORMAT_QUANTISED FORMAT_P5",
        "INDEX_TYPE=uint FORMAT_QUANTISED FORMAT_P8 ACCESS_REFERENCE",
    ] {
        cases.push(get_rows(defines, random));
    }
    for defines in ["", "RESULT_TYPE=float16_t", "ACCUMULATE"] {
        cases.push(set_rows(defines, random));
    }
    for defines in ["", "WEIGHTED", "WEIGHTED NONUNIFORM"] {
        cases.push(embedding_bag(defines, random));
    }
    cases
}
