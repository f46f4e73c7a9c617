//! Kernels on rows: norms, reductions, running sums.

use super::case::{Case, Data, div_up, uniform};
use crate::common::random::Random;

/// The mean, in double precision.
fn mean(numbers: &[f32]) -> f64 {
    numbers.iter().map(|&it| f64::from(it)).sum::<f64>() / numbers.len() as f64
}

/// The mean of the squared distance from `centre`.
fn variance(numbers: &[f32], centre: f64) -> f64 {
    numbers.iter().map(|&it| (f64::from(it) - centre).powi(2)).sum::<f64>() / numbers.len() as f64
}

fn norm(defines: &str, random: &mut Random) -> Case {
    let (columns, groups) = (75, [3, 2, 2]);
    let (row_stride, channel_stride) = (columns + 5, (columns + 5) * 7);
    let case = Case::new("norm", defines);
    let is_half = case.has("SOURCE_TYPE=float16_t");
    let source = uniform(random, 2 * channel_stride);
    let affine = uniform(random, 2 * columns);
    let epsilon = 0.01_f32;
    let mut result = Vec::new();
    for channel in 0..groups[2] {
        for row in 0..groups[0] * groups[1] {
            let row = &source[channel * channel_stride + row * row_stride..][..columns];
            let centre = if case.has("NORM_LAYER") { mean(row) } else { 0.0 };
            let square = variance(row, centre);
            let scale = if case.has("NORM_L2") {
                1.0 / (square * columns as f64).sqrt().max(epsilon.into())
            } else {
                1.0 / (square + f64::from(epsilon)).sqrt()
            };
            for (i, &number) in row.iter().enumerate() {
                let normal = (f64::from(number) - centre) * scale;
                result.push(if case.has("AFFINE") {
                    normal as f32 * affine[2 * i] + affine[2 * i + 1]
                } else {
                    normal as f32
                });
            }
        }
    }
    let half_result = case.has("RESULT_TYPE=float16_t");
    let mut case = case
        .specialize(0, 32)
        .groups(groups[0], groups[1], groups[2])
        .push(&[columns, channel_stride, row_stride])
        .push_floats(&[epsilon])
        .input(0, &Data::float(is_half, source))
        .output(1, Data::float(half_result, result), if half_result { 1e-3 } else { 1e-5 });
    if case.has("AFFINE") {
        case = case.input(2, &Data::F16(affine));
    }
    case
}

fn group_norm(defines: &str, random: &mut Random) -> Case {
    let (size, group, epsilon) = (230, 60, 0.02_f32);
    let case = Case::new("group_norm", defines);
    let is_half = case.has("RESULT_TYPE=float16_t");
    let source = uniform(random, size);
    let result = source
        .chunks(group)
        .flat_map(|chunk| {
            let centre = mean(chunk);
            let scale = 1.0 / (variance(chunk, centre) + f64::from(epsilon)).sqrt();
            chunk.iter().map(move |&it| ((f64::from(it) - centre) * scale) as f32)
        })
        .collect();
    case.specialize(0, 16)
        .groups(div_up(size, group), 1, 1)
        .push(&[size, group])
        .push_floats(&[epsilon])
        .input(0, &Data::F32(source))
        .output(1, Data::float(is_half, result), if is_half { 3e-3 } else { 1e-5 })
}

fn reduce_rows(defines: &str, random: &mut Random) -> Case {
    let (columns, rows) = (133, 6);
    let case = Case::new("reduce_rows", defines);
    let mut source = uniform(random, columns * rows);
    // The largest number occurs three times, twice for the same invocation.
    for row in source.chunks_mut(columns) {
        let place = random.below(columns - 32);
        row[place] = 1.0;
        row[place + 32] = 1.0;
        row[random.below(columns)] = 1.0;
    }
    let rows_of = || source.chunks(columns);
    let largest = |row: &[f32]| row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let expected = if case.has("REDUCE_ARGMAX") {
        Data::U32(rows_of().map(|row| row.iter().position(|it| *it == largest(row)).unwrap() as u32).collect())
    } else if case.has("REDUCE_COUNT") {
        Data::U32(rows_of().map(|row| row.iter().filter(|it| **it > 0.0).count() as u32).collect())
    } else if case.has("REDUCE_MAX") {
        Data::F32(rows_of().map(largest).collect())
    } else {
        let factor = if case.has("REDUCE_MEAN") { 1.0 } else { columns as f64 };
        Data::F32(rows_of().map(|row| (mean(row) * factor) as f32).collect())
    };
    let is_half = case.has("SOURCE_TYPE=float16_t");
    case.specialize(0, 32)
        .groups(3, 2, 1)
        .push(&[columns])
        .input(0, &Data::float(is_half, source.clone()))
        .output(1, expected, 1e-5)
}

fn cumulative_sum(defines: &str, random: &mut Random) -> Case {
    let (columns, rows) = (150, 3);
    let case = Case::new("cumulative_sum", defines);
    let exclusive = case.has("EXCLUSIVE");
    // Small multiples of a power of two: no order of the additions causes rounding.
    let integers: Vec<i32> = (0..columns * rows).map(|_| random.below(201) as i32 - 100).collect();
    let sums = integers.chunks(columns).flat_map(|row| {
        row.iter().scan(0, move |sum, &it| {
            *sum += it;
            Some(if exclusive { *sum - it } else { *sum })
        })
    });
    let (source, result) = if case.has("SOURCE_TYPE=int") {
        (Data::I32(integers.clone()), Data::I32(sums.collect()))
    } else {
        let float = |it: i32| it as f32 / 64.0;
        (Data::F32(integers.iter().copied().map(float).collect()), Data::F32(sums.map(float).collect()))
    };
    case.specialize(0, 32).groups(rows, 1, 1).push(&[columns]).input(0, &source).output(1, result, 0.0)
}

/// All kernels of this file.
pub fn cases(random: &mut Random) -> Vec<Case> {
    let mut cases = Vec::new();
    for kind in ["NORM_LAYER", "NORM_RMS", "NORM_L2"] {
        for rest in ["", "USE_SUBGROUPS AFFINE", "SOURCE_TYPE=float16_t RESULT_TYPE=float16_t AFFINE"] {
            cases.push(norm(&format!("{kind} {rest}"), random));
        }
    }
    for defines in ["", "USE_SUBGROUPS", "RESULT_TYPE=float16_t"] {
        cases.push(group_norm(defines, random));
    }
    for kind in ["REDUCE_SUM", "REDUCE_MEAN", "REDUCE_MAX", "REDUCE_ARGMAX", "REDUCE_COUNT"] {
        for rest in ["", "USE_SUBGROUPS", "SOURCE_TYPE=float16_t"] {
            cases.push(reduce_rows(&format!("{kind} {rest}"), random));
        }
    }
    for kind in ["", "EXCLUSIVE", "SOURCE_TYPE=int", "SOURCE_TYPE=int EXCLUSIVE"] {
        for rest in ["", "USE_SUBGROUPS"] {
            cases.push(cumulative_sum(&format!("{kind} {rest}"), random));
        }
    }
    cases
}
