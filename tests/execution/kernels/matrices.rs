//! Cooperative matrices: tiled products, products of scaled bytes, and, with whole tensors, a product that decodes and
//! attention.

use half::f16;

use super::case::{Case, Data, div_up, half, uniform};
use super::products::dot;
use crate::common::random::Random;

/// Component types, as VkComponentTypeKHR numbers them.
const FLOAT16: i32 = 0;
const FLOAT32: i32 = 1;
const SIGNED8: i32 = 3;
const SIGNED32: i32 = 5;

/// The product of `a`, M by K, and the transpose of `b`, N by K.
fn product(a: &[f32], b: &[f32], depth: usize) -> Vec<f32> {
    a.chunks_exact(depth).flat_map(|row| b.chunks_exact(depth).map(|column| dot(row, column))).collect()
}

/// Tile sizes BM, BN, BK, and invocations.
fn mul_mat_cooperative(defines: &str, [bm, bn, bk, threads]: [usize; 4], random: &mut Random) -> Case {
    let (rows, columns, depth) = (83, 45, 104);
    let case = Case::new("mul_mat_cooperative", defines);
    if case.has("FACTOR_TYPE=int8_t") {
        let mut bytes = |count: usize| -> Vec<i8> { (0..count).map(|_| random.next() as i8).collect() };
        let (a, b) = (bytes(rows * depth), bytes(columns * depth));
        let sum = |a: &[i8], b: &[i8]| a.iter().zip(b).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum();
        let result = a.chunks_exact(depth).flat_map(|a| b.chunks_exact(depth).map(move |b| sum(a, b))).collect();
        let data = |bytes: Vec<i8>| Data::U8(bytes.into_iter().map(|it| it as u8).collect());
        let (a, b) = (data(a), data(b));
        return mul_mat_cooperative_case(case, [bm, bn, bk, 32, threads], [rows, columns, depth], [a, b])
            .multiplication([16, 16, 32], [SIGNED8, SIGNED8, SIGNED32, SIGNED32])
            .output(2, Data::I32(result), 0.0);
    }
    let (a, b) = (uniform(random, rows * depth), uniform(random, columns * depth));
    let result = product(&a, &b, depth);
    let half_sums = case.has("SUM_TYPE=float16_t");
    let half_result = case.has("RESULT_TYPE=float16_t");
    let half_source = case.has("SOURCE_TYPE=float16_t");
    let sum = if half_sums { FLOAT16 } else { FLOAT32 };
    let data = [a, b].map(|it| Data::float(half_source, it));
    mul_mat_cooperative_case(case, [bm, bn, bk, 16, threads], [rows, columns, depth], data)
        .multiplication([16, 16, 16], [FLOAT16, FLOAT16, sum, sum])
        .output(2, Data::float(half_result, result), if half_sums || half_result { 2e-2 } else { 1e-3 })
}

fn mul_mat_cooperative_case(
    case: Case,
    [bm, bn, bk, tk, threads]: [usize; 5],
    sizes: [usize; 3],
    [a, b]: [Data; 2],
) -> Case {
    // As many fragments as a subgroup gets with 64 invocations.
    let count = (bm / 16 * (bn / 16)).div_ceil((threads / 64).max(1));
    let constants = [threads, bm, bn, bk, 16, 16, tk, count];
    let case = (0..).zip(constants).fold(case, |case, (id, value)| case.specialize(id, value as u32));
    let [rows, columns, _] = sizes;
    case.groups(div_up(rows, bm), div_up(columns, bn), 1).push(&sizes).input(0, &a).input(1, &b)
}

fn mul_mat_scaled_integers(defines: &str, count: usize, random: &mut Random) -> Case {
    let (rows, columns, depth, threads) = (96, 80, 160, 128);
    let case = Case::new("mul_mat_scaled_integers", defines);
    let mut bytes = |count: usize| -> Vec<i8> { (0..count).map(|_| random.next() as i8).collect() };
    let (a, b) = (bytes(rows * depth), bytes(columns * depth));
    let mut scales =
        |count: usize| -> Vec<f32> { (0..count).map(|_| (random.below(50) + 1) as f32 / 4096.0).collect() };
    let (scales_a, scales_b) = (scales(rows), scales(columns));
    let bias = uniform(random, columns);
    let mut result = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let (a, b) = (&a[row * depth..][..depth], &b[column * depth..][..depth]);
            let sum: i32 = a.iter().zip(b).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum();
            let x = f64::from(sum) * f64::from(scales_a[row]) * f64::from(scales_b[column]) + f64::from(bias[column]);
            result.push(if case.has("GATED") { x / (1.0 + (-x).exp()) } else { x.max(0.0) } as f32);
        }
    }
    let half_result = case.has("RESULT_TYPE=float16_t");
    let data = |bytes: Vec<i8>| Data::U8(bytes.into_iter().map(|it| it as u8).collect());
    case.specialize(0, threads)
        .specialize(4, count as u32)
        // Subgroups have at least 16 invocations on devices with matrices.
        .specialize(5, threads / 16)
        .multiplication([16, 16, 32], [SIGNED8, SIGNED8, SIGNED32, SIGNED32])
        // With subgroups of 64 invocations there are two rows of fragments in a workgroup.
        .groups(div_up(rows, 32), div_up(columns, 16 * count), 1)
        .push(&[rows, columns, depth])
        .input(0, &data(a))
        .input(1, &data(b))
        .input(2, &Data::F32(scales_a))
        .input(3, &Data::F32(scales_b))
        .input(4, &Data::F16(bias))
        .output(5, Data::float(half_result, result), if half_result { 2e-3 } else { 1e-5 })
}

fn mul_mat_tensors(defines: &str, [bm, bn, bk]: [usize; 3], random: &mut Random) -> Case {
    let (rows, columns, depth) = (100, 72, 160);
    let case = Case::new("mul_mat_tensors", defines).whole_workgroup();
    let (bytes, a) = if case.has("QUANTISED") {
        let (mut bytes, mut numbers) = (Vec::new(), Vec::new());
        for _ in 0..rows * depth / 32 {
            let scale = half((random.below(100) + 1) as f32 / 8192.0);
            bytes.extend(f16::from_f32(scale).to_le_bytes());
            bytes.extend([77, 88]);
            for _ in 0..32 {
                let number = random.next() as i8;
                bytes.push(number as u8);
                // The product is a float16.
                numbers.push(half(scale * f32::from(number)));
            }
        }
        (bytes, numbers)
    } else {
        let a = uniform(random, rows * depth);
        (Data::F16(a.clone()).bytes(), a)
    };
    let b = uniform(random, columns * depth);
    let bias = uniform(random, columns);
    let mut result = product(&a, &b, depth);
    for (index, number) in result.iter_mut().enumerate() {
        *number = (*number + bias[index % columns]).max(0.0);
    }
    let half_result = case.has("RESULT_TYPE=float16_t");
    let constants = [128, bm, bn, bk];
    (0..)
        .zip(constants)
        .fold(case, |case, (id, value)| case.specialize(id, value as u32))
        .groups(div_up(rows, bm), div_up(columns, bn), 1)
        .push(&[rows, columns, depth])
        .input(0, &Data::U8(bytes))
        .input(1, &Data::F16(b))
        .input(2, &Data::F32(bias))
        .output(3, Data::float(half_result, result), if half_result { 4e-3 } else { 2e-3 })
}

fn flash_attention_tensors(defines: &str, random: &mut Random) -> Case {
    let (queries, keys, heads, heads_per_cache, head_size, scale) = (70, 150, 4, 2, 64, 0.75_f32);
    let case = Case::new("flash_attention_tensors", defines).whole_workgroup();
    let q = uniform(random, heads * queries * head_size);
    let k = uniform(random, heads / heads_per_cache * keys * head_size);
    let v = uniform(random, heads / heads_per_cache * keys * head_size);
    let mut result = Vec::new();
    for head in 0..heads {
        let cached = head / heads_per_cache * keys;
        for query in 0..queries {
            let q = &q[(head * queries + query) * head_size..][..head_size];
            let seen = if case.has("CAUSAL") { query + keys - queries + 1 } else { keys };
            let logit = |key: usize| f64::from(dot(q, &k[(cached + key) * head_size..][..head_size]) * scale);
            let logits: Vec<f64> = (0..seen).map(logit).collect();
            let highest = logits.iter().copied().fold(f64::MIN, f64::max);
            let weights: Vec<f64> = logits.iter().map(|it| (it - highest).exp()).collect();
            let total: f64 = weights.iter().sum();
            for column in 0..head_size {
                let value = |key: usize| weights[key] * f64::from(v[(cached + key) * head_size + column]);
                result.push(((0..seen).map(value).sum::<f64>() / total) as f32);
            }
        }
    }
    let half_result = case.has("RESULT_TYPE=float16_t");
    case.specialize(0, 128)
        .groups(div_up(queries, 64), heads, 1)
        .push(&[queries, keys, heads_per_cache])
        .push_floats(&[scale])
        .input(0, &Data::F16(q))
        .input(1, &Data::F16(k))
        .input(2, &Data::F16(v))
        .output(3, Data::float(half_result, result), 2e-3)
}

/// All kernels of this file.
pub fn cases(random: &mut Random) -> Vec<Case> {
    let mut cases = Vec::new();
    for (defines, tiles) in [
        ("", [64, 32, 32, 128]),
        ("SOURCE_TYPE=float16_t", [32, 48, 64, 64]),
        ("SOURCE_TYPE=float16_t SUM_TYPE=float16_t RESULT_TYPE=float16_t", [64, 64, 16, 256]),
        ("RESULT_TYPE=float16_t", [16, 16, 48, 64]),
        ("SOURCE_TYPE=int8_t FACTOR_TYPE=int8_t SUM_TYPE=int RESULT_TYPE=int", [32, 64, 32, 128]),
    ] {
        cases.push(mul_mat_cooperative(defines, tiles, random));
    }
    for (defines, count) in [("", 1), ("WORDS", 3), ("WORDS GATED RESULT_TYPE=float16_t", 2)] {
        cases.push(mul_mat_scaled_integers(defines, count, random));
    }
    for (defines, tiles) in [("", [64, 64, 64]), ("RESULT_TYPE=float16_t", [64, 128, 64]), ("QUANTISED", [128, 64, 64])]
    {
        cases.push(mul_mat_tensors(defines, tiles, random));
    }
    for defines in ["", "CAUSAL", "CAUSAL RESULT_TYPE=float16_t"] {
        cases.push(flash_attention_tensors(defines, random));
    }
    cases
}
