//! Parts of attention: soft-max, rotary embedding, and the streaming form of soft-max times values.

use super::case::{Case, Data, div_up, half, uniform};
use super::products::dot;
use crate::common::random::Random;

/// Soft-max in double precision.
fn soft_max(logits: &[f32]) -> Vec<f32> {
    let highest = f64::from(logits.iter().copied().fold(f32::NEG_INFINITY, f32::max));
    let powers: Vec<f64> = logits.iter().map(|&it| (f64::from(it) - highest).exp()).collect();
    let sum: f64 = powers.iter().sum();
    powers.iter().map(|it| (it / sum) as f32).collect()
}

fn soft_max_case(defines: &str, columns: usize, random: &mut Random) -> Case {
    let (heads, rows_per_head, mask_rows, scale) = (3, 2, 2, 3.5);
    let case = Case::new("soft_max", defines);
    let rows = heads * rows_per_head;
    let source = uniform(random, rows * columns);
    let mask: Option<Vec<f32>> = case.defines.iter().any(|it| it.starts_with("MASK_TYPE")).then(|| {
        let mask = uniform(random, mask_rows * columns);
        mask.into_iter().map(|it| if it > 0.5 { f32::NEG_INFINITY } else { it }).collect()
    });
    let slope_base: f32 = if mask.is_some() { 0.5 } else { 0.0 };
    let mut result = Vec::new();
    for row in 0..rows {
        let slope = if slope_base > 0.0 { slope_base.powi((row / rows_per_head + 1) as i32) } else { 1.0 };
        let logits: Vec<f32> = (0..columns)
            .map(|column| {
                let masked = mask.as_ref().map_or(0.0, |mask| mask[row % mask_rows * columns + column]);
                source[row * columns + column] * scale + slope * masked
            })
            .collect();
        result.extend(soft_max(&logits));
    }
    let is_half = case.has("RESULT_TYPE=float16_t");
    let mut case = case
        .specialize(0, 32)
        .groups(rows, 1, 1)
        .push(&[columns, rows_per_head, mask_rows])
        .push_floats(&[scale, slope_base])
        .push(&[heads]);
    let half_source = case.has("SOURCE_TYPE=float16_t");
    case = case.input(0, &Data::float(half_source, source));
    if let Some(mask) = mask {
        let is_half = case.has("MASK_TYPE=float16_t");
        case = case.input(1, &Data::float(is_half, mask));
    }
    case.output(2, Data::float(is_half, result), if is_half { 1e-4 } else { 1e-6 })
}

fn rope(defines: &str, turned: usize, backward: bool, extend: bool, random: &mut Random) -> Case {
    let (columns, heads, tokens) = (48, 3, 5);
    let case = Case::new("rope", defines);
    let (is_half, split, has_factors) = (case.has("SOURCE_TYPE=float16_t"), case.has("SPLIT"), case.has("FACTORS"));
    let source = uniform(random, columns * heads * tokens);
    let positions: Vec<i32> = (0..tokens).map(|_| random.below(40) as i32 - 4).collect();
    let factors: Vec<f32> = (0..columns / 2).map(|i| 1.0 + i as f32 / 16.0).collect();
    let (scale, magnitude) = (0.25_f32, 1.5_f32);
    let theta_scale = 100_f32.powf(-2.0 / turned as f32);
    let bounds = if extend { [3.0_f32, 15.0] } else { [0.0, 0.0] };
    let mut result = source.clone();
    for row in 0..heads * tokens {
        for pair in 0..turned / 2 {
            let mut angle = f64::from(positions[row / heads]) * f64::from(theta_scale).powi(pair as i32);
            if has_factors {
                angle /= f64::from(factors[pair]);
            }
            let (mut theta, mut length) = (f64::from(scale) * angle, f64::from(magnitude));
            if extend {
                let place = (pair as f64 - f64::from(bounds[0])) / f64::from(bounds[1] - bounds[0]);
                let ramp = 1.0 - place.clamp(0.0, 1.0);
                theta = theta * (1.0 - ramp) + angle * ramp;
                length *= 1.0 + 0.1 * (1.0 / f64::from(scale)).ln();
            }
            let theta = if backward { -theta } else { theta };
            let (a, b) = if split { (pair, pair + turned / 2) } else { (2 * pair, 2 * pair + 1) };
            let (a, b) = (row * columns + a, row * columns + b);
            let (x, y) = (f64::from(source[a]), f64::from(source[b]));
            result[a] = ((x * theta.cos() - y * theta.sin()) * length) as f32;
            result[b] = ((x * theta.sin() + y * theta.cos()) * length) as f32;
        }
    }
    let mut case = case
        .specialize(0, 16)
        .specialize(1, backward.into())
        .groups(heads * tokens, div_up(columns / 2, 16), 1)
        .push(&[columns, heads, turned])
        .push_floats(&[magnitude, scale, theta_scale])
        // The vector starts at a multiple of eight.
        .push_floats(&bounds)
        .input(0, &Data::float(is_half, source))
        .input(1, &Data::I32(positions));
    if has_factors {
        case = case.input(2, &Data::F32(factors));
    }
    case.output(3, Data::float(is_half, result), if is_half { 2e-3 } else { 1e-4 })
}

fn flash_attention(defines: &str, sizes: [usize; 4], cap: f32, random: &mut Random) -> Case {
    let [workgroup, rows, tile, head_size] = sizes;
    let (queries, keys, heads, cache_heads, scale) = (5, 39, 4, 2, 1.75);
    let case = Case::new("flash_attention", defines);
    let is_half = case.has("CACHE_TYPE=float16_t");
    let q = uniform(random, heads * queries * head_size);
    let k = uniform(random, cache_heads * keys * head_size);
    let v = uniform(random, cache_heads * keys * head_size);
    let mask: Vec<f32> = (0..queries * keys)
        .map(|i| if i % keys > i / keys + keys - queries { f32::NEG_INFINITY } else { half(uniform(random, 1)[0]) })
        .collect();
    let has_mask = case.has("MASK");
    let mut result = Vec::new();
    for query in 0..queries {
        for head in 0..heads {
            let cached = head / (heads / cache_heads) * keys;
            let q = &q[(head * queries + query) * head_size..][..head_size];
            let logits: Vec<f32> = (0..keys)
                .map(|key| {
                    let mut logit = dot(q, &k[(cached + key) * head_size..][..head_size]) * scale;
                    if cap != 0.0 {
                        logit = cap * (logit / cap).tanh();
                    }
                    logit + if has_mask { mask[query * keys + key] } else { 0.0 }
                })
                .collect();
            let weights = soft_max(&logits);
            for d in 0..head_size {
                let column: Vec<f32> = (0..keys).map(|key| v[(cached + key) * head_size + d]).collect();
                result.push(dot(&weights, &column));
            }
        }
    }
    let mut case = case
        .specialize(0, workgroup as u32)
        .specialize(1, rows as u32)
        .specialize(2, tile as u32)
        .specialize(3, head_size as u32)
        .groups(div_up(queries, rows), heads, 1)
        .push(&[queries, keys, heads, cache_heads, head_size, queries * head_size, head_size, keys * head_size])
        .push_floats(&[scale, cap])
        .input(0, &Data::F32(q));
    let (k, v) = (Data::float(is_half, k), Data::float(is_half, v));
    case = if case.has("CACHE_ADDRESSES") {
        case.input(8, &k).input(9, &v).addresses(1, &[8, 9])
    } else {
        case.input(1, &k).input(2, &v)
    };
    if has_mask {
        case = case.input(3, &Data::F16(mask));
    }
    case.output(4, Data::F32(result), 1e-5)
}

/// All kernels of this file.
pub fn cases(random: &mut Random) -> Vec<Case> {
    let mut cases = Vec::new();
    for columns in [70, 260] {
        for defines in [
            "",
            "USE_SUBGROUPS",
            "MASK_TYPE=float",
            "MASK_TYPE=float16_t USE_SUBGROUPS",
            "MASK_TYPE=float16_t RESULT_TYPE=float16_t SOURCE_TYPE=float16_t",
        ] {
            cases.push(soft_max_case(defines, columns, random));
        }
    }
    let halves = "SOURCE_TYPE=float16_t RESULT_TYPE=float16_t";
    for (defines, turned, backward, extend) in [
        ("", 48, false, false),
        ("FACTORS", 32, true, false),
        ("SPLIT", 48, false, true),
        ("SPLIT FACTORS", 24, false, false),
        ("SPLIT SOURCE_TYPE=float16_t RESULT_TYPE=float16_t", 48, false, false),
        (&format!("{halves} FACTORS"), 16, false, true),
    ] {
        cases.push(rope(defines, turned, backward, extend, random));
    }
    let floats = "CACHE_VECTOR=vec4";
    let halves = "CACHE_TYPE=float16_t CACHE_VECTOR=f16vec4";
    for (defines, sizes, cap) in [
        (floats.to_owned(), [32, 2, 16, 32], 0.0),
        (format!("{floats} MASK"), [16, 4, 8, 16], 0.0),
        (format!("{floats} MASK USE_SUBGROUPS"), [64, 3, 32, 64], 2.0),
        (format!("{halves} USE_SUBGROUPS"), [32, 5, 20, 24], 0.0),
        (format!("{halves} CACHE_ADDRESSES"), [32, 2, 16, 32], 0.0),
        (format!("{halves} CACHE_ADDRESSES MASK USE_SUBGROUPS"), [64, 1, 64, 40], 1.5),
    ] {
        cases.push(flash_attention(&defines, sizes, cap, random));
    }
    cases
}
