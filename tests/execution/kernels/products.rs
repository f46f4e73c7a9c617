//! Matrix products: quantised matrix times vector, integer dot products, tiled matrix times matrix.

use half::f16;

use super::case::{Case, Data, div_up, half, uniform};
use super::formats::{accesses, bind_blocks, block_size, blocks};
use crate::common::random::Random;

/// A sum of products in double precision.
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum::<f64>() as f32
}

fn mul_mat_vec(defines: &str, format: &str, rows_at_once: usize, random: &mut Random) -> Case {
    let (rows, batches) = (7, 2);
    let columns = if format == "FORMAT_S4" { 1152 } else { 864 };
    let stride = columns / block_size(format) + 1;
    let (bytes, matrix) = blocks(format, rows * stride, random);
    let vector_stride = columns + 4;
    let vectors = uniform(random, batches * vector_stride);
    let mut result = Vec::new();
    for batch in 0..batches {
        for row in 0..rows {
            let row = &matrix[row * stride * block_size(format)..][..columns];
            result.push(dot(row, &vectors[batch * vector_stride..][..columns]) * 0.25);
        }
    }
    let case = Case::new("mul_mat_vec", &format!("{format} {defines} ROWS={rows_at_once}"));
    let is_half = case.has("SOURCE_TYPE=float16_t");
    bind_blocks(case, bytes)
        .specialize(0, 32)
        .specialize(1, 3)
        .groups(div_up(rows, rows_at_once), batches, 1)
        .push(&[rows, columns, stride, vector_stride, rows])
        .push_floats(&[0.25])
        .input(1, &Data::float(is_half, vectors))
        .output(2, Data::F32(result), 1e-4)
}

fn mul_mat_vec_dot(defines: &str, random: &mut Random) -> Case {
    let (rows, blocks) = (5, 70);
    let make = |count: usize, random: &mut Random| -> (Vec<u8>, Vec<f32>) {
        let (mut bytes, mut numbers) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let scale = half((random.below(100) + 1) as f32 / 1024.0);
            let q: Vec<i8> = (0..32).map(|_| random.next() as i8).collect();
            bytes.extend(f16::from_f32(scale).to_le_bytes());
            bytes.extend([1, 60]);
            bytes.extend(q.iter().map(|&it| it as u8));
            numbers.extend(q.iter().map(|&it| f32::from(it) * scale));
        }
        (bytes, numbers)
    };
    let (matrix_bytes, matrix) = make(rows * blocks, random);
    let (vector_bytes, vector) = make(blocks, random);
    let result = matrix.chunks_exact(blocks * 32).map(|row| dot(row, &vector)).collect();
    let case = Case::new("mul_mat_vec_dot", defines);
    // The packed variant multiplies the scales in half precision.
    let tolerance = if case.has("PACKED_DOT") { 2e-3 } else { 1e-5 };
    case.specialize(0, 32)
        .groups(rows, 1, 1)
        .push(&[blocks])
        .input(0, &Data::U8(matrix_bytes))
        .input(1, &Data::U8(vector_bytes))
        .output(2, Data::F32(result), tolerance)
}

/// Tile sizes: BM, BN, BK, TM, TN.
type Tiles = [usize; 5];

fn mul_mat(defines: &str, tiles: Tiles, random: &mut Random) -> Case {
    let (rows, columns, depth, batches) = (37, 21, 96, 4);
    let case = Case::new("mul_mat", defines);
    let format = case.defines.iter().find(|it| it.starts_with("FORMAT_") && *it != "FORMAT_QUANTISED").cloned();
    let is_half = case.has("SOURCE_TYPE=float16_t");
    let (bytes, a) = match &format {
        Some(format) => blocks(format, rows * 2 * depth / 32, random),
        None => {
            let a = uniform(random, rows * 2 * depth);
            (Data::float(is_half, a.clone()).bytes(), a)
        }
    };
    let b = uniform(random, columns * batches * depth);
    let mut result = Vec::new();
    for batch in 0..batches {
        for column in 0..columns {
            let b = &b[(batch * columns + column) * depth..][..depth];
            result.extend((0..rows).map(|row| dot(&a[(batch / 2 * rows + row) * depth..][..depth], b)));
        }
    }
    let half_result = case.has("RESULT_TYPE=float16_t");
    let half_tiles = case.has("SHARED_TYPE=float16_t");
    let tolerance = if half_result || (half_tiles && format.is_some()) { 2e-3 } else { 1e-5 };
    let [bm, bn, _, tm, tn] = tiles;
    let threads = bm / tm * (bn / tn);
    let mut case = bind_blocks(case, bytes).specialize(0, threads as u32);
    for (id, tile) in (1..).zip(tiles) {
        case = case.specialize(id, tile as u32);
    }
    case.groups(div_up(rows, bm), div_up(columns, bn), batches)
        .push(&[rows, columns, depth, depth, depth, rows, rows * depth, columns * depth, rows * columns, 2])
        .input(1, &Data::F32(b))
        .output(2, Data::float(half_result, result), tolerance)
}

/// All kernels of this file.
pub fn cases(random: &mut Random) -> Vec<Case> {
    let mut cases = Vec::new();
    for (format, access) in accesses() {
        cases.push(mul_mat_vec(access, format, 1, random));
        cases.push(mul_mat_vec(&format!("{access} USE_SUBGROUPS"), format, 2, random));
    }
    cases.push(mul_mat_vec("SOURCE_TYPE=float16_t USE_SUBGROUPS", "FORMAT_P4", 3, random));
    cases.push(mul_mat_vec("SOURCE_TYPE=float16_t RESULT_TYPE=float", "FORMAT_P8", 2, random));
    cases.push(mul_mat_vec("WIDE_VECTOR USE_SUBGROUPS", "FORMAT_S4", 4, random));
    cases.push(mul_mat_vec("WIDE_VECTOR", "FORMAT_P5", 1, random));
    for defines in ["", "USE_DOT", "PACKED_DOT USE_SUBGROUPS", "PACKED_DOT ACCUMULATE", "USE_DOT ACCUMULATE"] {
        cases.push(mul_mat_vec_dot(defines, random));
    }
    let tiles = [[32, 16, 8, 4, 2], [16, 16, 16, 2, 2], [64, 8, 4, 8, 1], [8, 24, 12, 1, 3]];
    for (defines, tiles) in [
        ("", tiles[0]),
        ("", tiles[3]),
        ("SOURCE_TYPE=float16_t", tiles[1]),
        ("SOURCE_TYPE=float16_t SOURCE_VECTOR=f16vec4", tiles[2]),
        ("SOURCE_TYPE=float16_t SOURCE_VECTOR=f16vec4 SHARED_TYPE=float16_t", tiles[0]),
        ("SOURCE_VECTOR=vec4 RESULT_TYPE=float16_t", tiles[1]),
        ("FORMAT_QUANTISED FORMAT_P4", tiles[0]),
        ("FORMAT_QUANTISED FORMAT_P5 SHARED_TYPE=float16_t", tiles[1]),
        ("FORMAT_QUANTISED FORMAT_C4", tiles[2]),
        ("FORMAT_QUANTISED FORMAT_P4M ACCESS_WORDS", tiles[3]),
    ] {
        cases.push(mul_mat(defines, tiles, random));
    }
    cases
}
