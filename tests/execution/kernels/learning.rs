//! Experts, recurrences, losses, optimizers, random numbers and other numerics.

use super::case::{Case, Data, div_up, half, uniform};
use super::products::dot;
use crate::common::random::Random;
use crate::common::vulkan::Resource;

fn mul_mat_experts(defines: &str, tile: u32, random: &mut Random) -> Case {
    let (experts, rows, depth, tokens, used) = (5, 21, 18, 9, 2);
    let case = Case::new("mul_mat_experts", defines);
    let is_half = case.has("WEIGHT_TYPE=float16_t");
    let weights = uniform(random, experts * rows * depth);
    let b = uniform(random, tokens * depth);
    let (mut routing, mut result) = (Vec::new(), Vec::new());
    for token in 0..tokens {
        let first = random.below(experts);
        for expert in [first, (first + 1 + random.below(experts - 1)) % experts] {
            routing.push(expert as i32);
            let b = &b[token * depth..][..depth];
            result.extend((0..rows).map(|row| dot(&weights[(expert * rows + row) * depth..][..depth], b)));
        }
    }
    case.specialize(0, 16)
        .specialize(1, tile)
        .groups(div_up(rows, 16), experts, 1)
        .push(&[rows, depth, tokens, used])
        .input(0, &Data::float(is_half, weights))
        .input(1, &Data::F32(b))
        .input(2, &Data::I32(routing))
        .output(3, Data::F32(result), 1e-5)
}

fn linear_recurrence(size: usize, at_once: u32, random: &mut Random) -> Case {
    let (steps, heads) = (10, 3);
    let mut numbers = || uniform(random, steps * heads * size);
    let (q, k, v, gate) = (numbers(), numbers(), numbers(), numbers());
    let decay: Vec<f32> = numbers().iter().map(|it| half(0.5 + 0.5 * it.abs())).collect();
    let state = uniform(random, heads * size * size);
    let mut bytes = Vec::new();
    for i in 0..q.len() {
        bytes.extend(Data::F32(vec![q[i], k[i], v[i]]).bytes());
        bytes.extend(Data::F16(vec![decay[i], gate[i]]).bytes());
    }
    let mut after = state.clone();
    let mut result = Vec::new();
    for step in 0..steps {
        for head in 0..heads {
            let at = (step * heads + head) * size;
            for column in 0..size {
                let mut sum = 0.0;
                for i in 0..size {
                    let own = &mut after[(head * size + i) * size + column];
                    *own = *own * decay[at + i] + k[at + i] * v[at + column];
                    sum += *own * q[at + i];
                }
                result.push(sum * gate[at + column]);
            }
        }
    }
    Case::new("linear_recurrence", "")
        .specialize(0, size as u32)
        .specialize(1, at_once)
        .groups(heads, 1, 1)
        .push(&[steps, heads])
        .input(0, &Data::U8(bytes))
        .update(1, Data::F32(state).bytes(), Data::F32(after), 1e-5)
        .output(2, Data::F32(result), 2e-5)
}

fn cross_entropy(defines: &str, random: &mut Random) -> Case {
    let (rows, columns, factor) = (4, 45, 0.75_f32);
    let case = Case::new("cross_entropy", defines);
    let logits: Vec<f32> = uniform(random, rows * columns).iter().map(|it| half(it * 4.0)).collect();
    let targets: Vec<f32> = uniform(random, rows * columns).iter().map(|it| half(it.abs() / 16.0)).collect();
    let mut result = Vec::new();
    for (logits, targets) in logits.chunks(columns).zip(targets.chunks(columns)) {
        let sum: f64 = logits.iter().map(|&it| f64::from(it).exp()).sum();
        let pairs = logits.iter().zip(targets).map(|(&logit, &target)| (f64::from(logit), f64::from(target)));
        if case.has("GRADIENT") {
            result.extend(pairs.map(|(logit, target)| (logit.exp() / sum - target) as f32 * factor));
        } else {
            let loss: f64 = pairs.map(|(logit, target)| target * (sum.ln() - logit)).sum();
            result.push(loss as f32 * factor);
        }
    }
    let is_half = case.has("SOURCE_TYPE=float16_t");
    case.specialize(0, 16)
        .groups(rows, 1, 1)
        .push(&[columns])
        .push_floats(&[factor])
        .input(0, &Data::float(is_half, logits))
        .input(1, &Data::float(is_half, targets))
        .output(2, Data::F32(result), 1e-5)
}

fn adam(defines: &str, random: &mut Random) -> Case {
    let count = 50;
    let case = Case::new("adam", defines);
    let (rate, beta, epsilon, decay, correction) = (0.25_f32, [0.5_f32, 0.75], 0.01_f32, 0.5_f32, [1.5_f32, 2.0]);
    let (gradient, weights) = (uniform(random, count), uniform(random, count));
    let moments: Vec<f32> = uniform(random, 2 * count).iter().map(|it| it.abs()).collect();
    let (mut new_moments, mut new_weights) = (Vec::new(), Vec::new());
    for i in 0..count {
        let first = gradient[i] * (1.0 - beta[0]) + moments[2 * i] * beta[0];
        let second = gradient[i] * gradient[i] * (1.0 - beta[1]) + moments[2 * i + 1] * beta[1];
        new_moments.extend([first, second]);
        let step = first * correction[0] / ((second * correction[1]).sqrt() + epsilon);
        new_weights.push(weights[i] * (1.0 - rate * decay) - rate * step);
    }
    // The members of a uniform block in std140: vectors at multiples of eight.
    let uniforms = vec![rate, 0.0, beta[0], beta[1], epsilon, decay, correction[0], correction[1]];
    let (half_source, has_copy) = (case.has("SOURCE_TYPE=float16_t"), case.has("HALF_WEIGHTS"));
    let case = case
        .specialize(0, 16)
        .groups(div_up(count, 16), 1, 1)
        .push(&[count])
        .resource(0, Resource::Uniform(Data::F32(uniforms).bytes()))
        .input(1, &Data::float(half_source, gradient))
        .update(2, Data::F32(weights).bytes(), Data::F32(new_weights.clone()), 1e-5)
        .update(3, Data::F32(moments).bytes(), Data::F32(new_moments), 1e-6);
    if has_copy { case.output(4, Data::F16(new_weights), 1e-3) } else { case }
}

/// Salmon et al., "Parallel random numbers: as easy as 1, 2, 3".
fn philox(mut counter: [u32; 4], mut key: [u32; 2]) -> [u32; 4] {
    for _ in 0..10 {
        let product = |a: u32, b: u32| u64::from(a) * u64::from(b);
        let (p0, p1) = (product(0xD251_1F53, counter[0]), product(0xCD9E_8D57, counter[2]));
        counter =
            [(p1 >> 32) as u32 ^ counter[1] ^ key[0], p1 as u32, (p0 >> 32) as u32 ^ counter[3] ^ key[1], p0 as u32];
        key = [key[0].wrapping_add(0x9E37_79B9), key[1].wrapping_add(0xBB67_AE85)];
    }
    counter
}

fn dropout(defines: &str, random: &mut Random) -> Case {
    let (count, keep) = (40, 0.625_f32);
    let seed = random.next();
    let bits: Vec<u32> =
        (0..count as u32).flat_map(|i| philox([i, 0, 7, 0], [seed as u32, (seed >> 32) as u32])).collect();
    let mut case = Case::new("dropout", defines).specialize(0, 16).groups(div_up(count, 16), 1, 1);
    case.push.extend(seed.to_le_bytes());
    let case = case.push(&[count]).push_floats(&[keep]);
    if case.has("BITS_ONLY") {
        return case.output(1, Data::U32(bits), 0.0);
    }
    let source = uniform(random, 4 * count);
    let kept = |bits: u32| ((bits >> 8) as f32) * (-24.0_f32).exp2() < keep;
    let result = source.iter().zip(bits).map(|(&it, bits)| if kept(bits) { it / keep } else { 0.0 }).collect();
    case.input(0, &Data::F32(source)).output(1, Data::F32(result), 1e-6)
}

fn fourier(defines: &str, log2_size: u32, random: &mut Random) -> Case {
    let (size, rows) = (1_usize << log2_size, 2);
    let case = Case::new("fourier", defines);
    let inverse = case.has("INVERSE");
    let source = uniform(random, 2 * size * rows);
    let mut result = Vec::new();
    for row in source.chunks(2 * size) {
        for k in 0..size {
            let mut sum = [0.0, 0.0];
            for n in 0..size {
                let angle = std::f64::consts::TAU * (k * n % size) as f64 / size as f64;
                let (sine, cosine) = if inverse { angle.sin_cos() } else { (-angle).sin_cos() };
                let (re, im) = (f64::from(row[2 * n]), f64::from(row[2 * n + 1]));
                sum[0] += re * cosine - im * sine;
                sum[1] += re * sine + im * cosine;
            }
            let scale = if inverse { 1.0 / size as f64 } else { 1.0 };
            result.extend(sum.map(|it| (it * scale) as f32));
        }
    }
    case.specialize(0, 8).specialize(1, log2_size).groups(rows, 1, 1).input(0, &Data::F32(source)).output(
        1,
        Data::F32(result),
        2e-5,
    )
}

fn sparse_mat_vec(defines: &str, random: &mut Random) -> Case {
    let (rows, columns) = (21, 60);
    let case = Case::new("sparse_mat_vec", defines);
    let vector = uniform(random, columns);
    let (mut starts, mut entries, mut result) = (vec![0_u32], Vec::new(), Vec::new());
    for _ in 0..rows {
        let mut sum = 0.0;
        for _ in 0..random.below(14) {
            let (column, value) = (random.below(columns), uniform(random, 1)[0]);
            entries.extend((column as u16).to_le_bytes());
            entries.extend(Data::F16(vec![value]).bytes());
            sum += value * vector[column];
        }
        starts.push((entries.len() / 4) as u32);
        result.push(sum);
    }
    let starts = if case.has("LONG_STARTS") {
        Data::U64(starts.into_iter().map(u64::from).collect())
    } else {
        Data::U32(starts)
    };
    case.specialize(0, 32)
        .groups(div_up(rows * 4, 32), 1, 1)
        .push(&[rows])
        .input(0, &starts)
        .input(1, &Data::U8(entries))
        .input(2, &Data::F32(vector))
        .output(3, Data::F32(result), 1e-5)
}

fn nearest_centroid(defines: &str, random: &mut Random) -> Case {
    let (points, centroids, length) = (48, 7, 6);
    let case = Case::new("nearest_centroid", defines);
    let mut coarse = |count: usize| -> Vec<f32> {
        // Multiples of an eighth: no distance is rounded, some are equal.
        uniform(random, count * length).iter().map(|it| (it * 8.0).round() / 8.0).collect()
    };
    let (source, centres) = (coarse(points), coarse(centroids));
    let nearest: Vec<u8> = source
        .chunks(length)
        .map(|point| {
            let distance = |centre: &[f32]| point.iter().zip(centre).map(|(a, b)| (a - b) * (a - b)).sum::<f32>();
            let distances: Vec<f32> = centres.chunks(length).map(distance).collect();
            (0..centroids).min_by(|&a, &b| distances[a].total_cmp(&distances[b])).unwrap() as u8
        })
        .collect();
    let sizes: Vec<u32> = (0..centroids).map(|c| nearest.iter().filter(|&&it| it == c as u8).count() as u32).collect();
    let is_half = case.has("HALF_VECTORS");
    case.specialize(0, 16)
        .groups(div_up(points, 16), 1, 1)
        .push(&[points, centroids])
        .input(0, &Data::float(is_half, source))
        .input(1, &Data::float(is_half, centres))
        .output(2, Data::U8(nearest), 0.0)
        .update(3, vec![0; 4 * centroids], Data::U32(sizes), 0.0)
}

fn binary_mat_mul(defines: &str, random: &mut Random) -> Case {
    let (rows, columns, words) = (11, 6, 8);
    let mut bits = |count: usize| -> Vec<u32> { (0..count * words).map(|_| random.next() as u32).collect() };
    let (a, b) = (bits(rows), bits(columns));
    let mut result = Vec::new();
    for row in a.chunks(words) {
        for column in b.chunks(words) {
            let different: u32 = row.iter().zip(column).map(|(a, b)| (a ^ b).count_ones()).sum();
            result.push((32 * words as i32 - 2 * different as i32) as u16);
        }
    }
    Case::new("binary_mat_mul", defines)
        .groups(div_up(columns, 4), div_up(rows, 8), 1)
        .push(&[rows, columns, words])
        .input(0, &Data::U32(a))
        .input(1, &Data::U32(b))
        .output(2, Data::U16(result), 0.0)
}

fn triangular_solve(defines: &str, n: usize, random: &mut Random) -> Case {
    let (sides, systems) = (11, 2);
    let case = Case::new("triangular_solve", defines);
    let upper = case.has("UPPER");
    let mut a: Vec<f32> = uniform(random, systems * n * n).iter().map(|it| it / 2.0).collect();
    let x = uniform(random, systems * n * sides);
    // The right sides are computed from the solution; the other half of the matrix contains nothing that may be read.
    let mut b = vec![0.0; systems * n * sides];
    for system in 0..systems {
        for row in 0..n {
            for column in 0..n {
                let element = &mut a[(system * n + row) * n + column];
                if row == column {
                    *element = 2.0 + element.abs();
                } else if (column > row) != upper {
                    *element = f32::NAN;
                    continue;
                }
                for side in 0..sides {
                    b[(system * n + row) * sides + side] += *element * x[(system * n + column) * sides + side];
                }
            }
        }
    }
    case.specialize(0, 8)
        .specialize(1, n as u32)
        .groups(div_up(sides, 8), systems, 1)
        .push(&[sides])
        .input(0, &Data::F32(a))
        .update(1, Data::F32(b).bytes(), Data::F32(x), 1e-5)
}

fn timestep_embedding(defines: &str, width: usize) -> Case {
    let (times, period) = ([0.5_f32, 3.0, 17.25], 1000);
    let case = Case::new("timestep_embedding", defines);
    let is_half = case.has("RESULT_TYPE=float16_t");
    let mut result = Vec::new();
    for time in times {
        let angle = |i: usize| {
            let frequency = (-f64::from(period).ln() * i as f64 / (width / 2) as f64).exp();
            f64::from(time) * frequency
        };
        result.extend((0..width / 2).map(|i| angle(i).cos() as f32));
        result.extend((0..width / 2).map(|i| angle(i).sin() as f32));
        result.extend(vec![0.0; width % 2]);
    }
    case.specialize(0, 8)
        .groups(div_up(width / 2 + 1, 8), times.len(), 1)
        .push(&[width, period as usize])
        .input(0, &Data::F32(times.to_vec()))
        .output(1, Data::float(is_half, result), if is_half { 1e-3 } else { 2e-5 })
}

fn arrange(kind: &str, rest: &str, reflect: bool, random: &mut Random) -> Case {
    let case = Case::new("arrange", &format!("ARRANGE_{kind} {rest}"));
    let (size, fill, dimension) = ([5_i32, 4, 3], 0.75_f32, 1_usize);
    let (shift, result_size) = match kind {
        "PAD" => ([2_i32, 1, 0], [9_i32, 6, 4]),
        "ROLL" => ([3, -2, 1], size),
        "CONCAT" => ([0; 3], [5, 7, 3]),
        _ => ([0; 3], [10, 4, 9]),
    };
    let reflect_size = if reflect { [9, 6, 3] } else { result_size };
    let result_size = reflect_size;
    let source = uniform(random, 60);
    let second = uniform(random, 45);
    let index = |at: [i32; 3], size: [i32; 3]| ((at[2] * size[1] + at[1]) * size[0] + at[0]) as usize;
    let mut result = Vec::new();
    for z in 0..result_size[2] {
        for y in 0..result_size[1] {
            for x in 0..result_size[0] {
                let at = [x, y, z];
                let mirrored = |it: i32, size: i32| if it < 0 { -it } else { size - 1 - (size - 1 - it).abs() };
                let from = [0, 1, 2].map(|d| match kind {
                    "PAD" if reflect => mirrored(at[d] - shift[d], size[d]),
                    "PAD" => at[d] - shift[d],
                    "ROLL" => (at[d] - shift[d]).rem_euclid(size[d]),
                    "REPEAT" => at[d] % size[d],
                    _ => at[d],
                });
                let inside = (0..3).all(|d| (0..size[d]).contains(&from[d]));
                result.push(match kind {
                    _ if inside => source[index(from, size)],
                    "CONCAT" => second[index([x, y - size[1], z], [5, 3, 3])],
                    _ => fill,
                });
            }
        }
    }
    let is_half = case.has("SOURCE_TYPE=float16_t");
    let number = |it: i32| it as u32 as usize;
    let case = case
        .specialize(0, 32)
        .specialize(1, reflect.into())
        .groups(div_up(result.len(), 32), 1, 1)
        .push(&size.map(number))
        .push(&[dimension])
        .push(&result_size.map(number))
        .push_floats(&[fill])
        .push(&shift.map(number))
        .input(0, &Data::float(is_half, source));
    let case = if kind == "CONCAT" { case.input(1, &Data::float(is_half, second)) } else { case };
    case.output(2, Data::float(is_half, result), 0.0)
}

/// All kernels of this file.
pub fn cases(random: &mut Random) -> Vec<Case> {
    let mut cases = vec![
        mul_mat_experts("", 4, random),
        mul_mat_experts("WEIGHT_TYPE=float16_t", 3, random),
        linear_recurrence(8, 3, random),
        linear_recurrence(16, 4, random),
    ];
    for defines in ["", "USE_SUBGROUPS", "GRADIENT", "GRADIENT SOURCE_TYPE=float16_t USE_SUBGROUPS"] {
        cases.push(cross_entropy(defines, random));
    }
    for defines in ["", "HALF_WEIGHTS", "HALF_WEIGHTS SOURCE_TYPE=float16_t"] {
        cases.push(adam(defines, random));
    }
    cases.extend([dropout("", random), dropout("BITS_ONLY", random)]);
    for (defines, size) in [("", 5), ("INVERSE", 5), ("", 3), ("INVERSE", 6)] {
        cases.push(fourier(defines, size, random));
    }
    cases.extend([sparse_mat_vec("", random), sparse_mat_vec("LONG_STARTS", random)]);
    cases.extend([nearest_centroid("", random), nearest_centroid("HALF_VECTORS", random)]);
    cases.extend([binary_mat_mul("", random), binary_mat_mul("WIDE", random)]);
    cases.extend([triangular_solve("", 8, random), triangular_solve("UPPER", 5, random)]);
    cases.extend([timestep_embedding("", 20), timestep_embedding("RESULT_TYPE=float16_t", 13)]);
    for (kind, reflect) in [("PAD", false), ("PAD", true), ("ROLL", false), ("CONCAT", false), ("REPEAT", false)] {
        cases.push(arrange(kind, "", reflect, random));
        cases.push(arrange(kind, "SOURCE_TYPE=float16_t", reflect, random));
    }
    cases
}
