//! Sorting, selecting and counting; running sums across workgroups.

use super::case::{Case, Data, div_up, uniform};
use crate::common::random::Random;

fn words(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|it| it.to_le_bytes()).collect()
}

/// Indices in the order of the numbers; equal numbers keep their order.
fn order(row: &[f32], descending: bool) -> Vec<usize> {
    let mut indices: Vec<usize> = (0..row.len()).collect();
    indices.sort_by(|&a, &b| {
        let by_number = row[a].total_cmp(&row[b]);
        if descending { by_number.reverse() } else { by_number }.then(a.cmp(&b))
    });
    indices
}

/// Numbers, some of them equal.
fn coarse(random: &mut Random, count: usize) -> Vec<f32> {
    uniform(random, count).into_iter().map(|it| (it * 32.0).floor() + 0.5).collect()
}

fn argsort(defines: &str, columns: usize, descending: bool, random: &mut Random) -> Case {
    let rows = 3;
    let case = Case::new("argsort", defines);
    let is_half = case.has("SOURCE_TYPE=float16_t");
    let source = coarse(random, rows * columns);
    let result = source.chunks(columns).flat_map(|row| order(row, descending)).map(|it| it as i32).collect();
    case.specialize(0, 16)
        .specialize(1, columns.next_power_of_two().trailing_zeros())
        .groups(rows, 1, 1)
        .push(&[columns, descending.into()])
        .input(0, &Data::float(is_half, source))
        .output(1, Data::I32(result), 0.0)
}

fn top_k(defines: &str, k: usize, random: &mut Random) -> Case {
    let (rows, columns) = (5, 61);
    let case = Case::new("top_k", defines);
    let source = coarse(random, rows * columns).into_iter().map(|it| it / 8.0).collect::<Vec<_>>();
    let (mut numbers, mut indices) = (Vec::new(), Vec::new());
    for row in source.chunks(columns) {
        let winners = &order(row, true)[..k];
        let sum: f32 = winners.iter().map(|&it| (row[it] - row[winners[0]]).exp()).sum();
        let weight = |it: usize| (row[it] - row[winners[0]]).exp() / sum;
        numbers.extend(winners.iter().map(|&it| if case.has("WEIGHTS") { weight(it) } else { row[it] }));
        indices.extend(winners.iter().map(|&it| it as u32));
    }
    case.specialize(0, 32)
        // As many as each lane has in the smallest subgroup.
        .specialize(1, columns as u32)
        .groups(rows, 1, 1)
        .push(&[rows, columns, k])
        .input(0, &Data::F32(source))
        .output_columns(1, &[Data::F32(numbers), Data::U32(indices)], 1e-5)
}

fn radix_sort(defines: &str, bits: u32, key_bits: u32, random: &mut Random) -> Case {
    let (count, groups) = (64, 3);
    let case = Case::new("radix_sort", defines);
    let is_float = case.has("KEY_FLOAT");
    let keys: Vec<u32> =
        (0..count * groups)
            .map(|_| {
                if is_float {
                    (coarse(random, 1)[0] * 1.5).to_bits()
                } else {
                    (random.next() as u32) >> (32 - key_bits)
                }
            })
            .collect();
    let values: Vec<u16> = (0..count * groups).map(|_| random.next() as u16).collect();
    let (mut sorted_keys, mut sorted_values) = (Vec::new(), Vec::new());
    for group in 0..groups {
        let mut items: Vec<(u32, u16)> =
            (group * count..(group + 1) * count).map(|at| (keys[at], values[at])).collect();
        if is_float {
            items.sort_by(|a, b| f32::from_bits(a.0).total_cmp(&f32::from_bits(b.0)));
        } else {
            items.sort_by_key(|it| it.0);
        }
        sorted_keys.extend(items.iter().map(|it| it.0));
        sorted_values.extend(items.iter().map(|it| it.1));
    }
    case.specialize(0, count as u32)
        .specialize(1, bits)
        .groups(groups, 1, 1)
        .push(&[count, key_bits as usize])
        .update(0, words(&keys), Data::U32(sorted_keys), 0.0)
        .update(1, Data::U16(values).bytes(), Data::U16(sorted_values), 0.0)
}

fn scan_look_back(defines: &str, workgroup: u32, per_lane: u32, random: &mut Random) -> Case {
    let count = 1003;
    let source: Vec<u32> = (0..count).map(|_| random.below(1000) as u32).collect();
    let sums: Vec<u32> = source
        .iter()
        .scan(0, |sum, it| {
            *sum += it;
            Some(*sum)
        })
        .collect();
    let part = (workgroup * per_lane) as usize;
    let parts = div_up(count, part);
    let case = Case::new("scan_look_back", defines);
    let mut states = vec![parts as u32, 0, 0, 0];
    for index in 0..parts {
        let part_sum = source.iter().skip(index * part).take(part).sum();
        let running = sums[(index * part + part - 1).min(count - 1)];
        if case.has("PACKED") {
            states.push(running << 2 | 2);
        } else {
            states.extend([2, part_sum, running]);
        }
    }
    let case = if case.has("PACKED") {
        case
    } else {
        case.not_on("llvmpipe", "Mesa 22.3 sees a flag before what it guards once in a while, whoever compiled it")
    };
    case.specialize(0, workgroup)
        .specialize(1, per_lane)
        .groups(parts, 1, 1)
        .push(&[count])
        .input(0, &Data::U32(source))
        .output(1, Data::U32(sums), 0.0)
        .update(2, vec![0; 4 * states.len()], Data::U32(states), 0.0)
}

fn histogram(defines: &str, bins: usize, random: &mut Random) -> Case {
    let count = 1500;
    let case = Case::new("histogram", defines);
    let source: Vec<u8> = (0..count).map(|_| random.next() as u8).collect();
    let mut counts = vec![0_u64; bins];
    for &byte in &source {
        let sum = if case.has("PAIR_64") { u64::from(byte) << 32 } else { 0 };
        counts[usize::from(byte) * bins / 256] += 1 + sum;
    }
    let case = case.specialize(0, 32).specialize(1, bins as u32).groups(4, 1, 1).push(&[count]);
    let case = case.input(0, &Data::U8(source));
    if case.has("PAIR_64") {
        case.update(1, vec![0; 8 * bins], Data::U64(counts), 0.0)
    } else {
        case.update(1, vec![0; 4 * bins], Data::U32(counts.iter().map(|&it| it as u32).collect()), 0.0)
    }
}

fn compact(defines: &str, random: &mut Random) -> Case {
    let (count, limit) = (333, 700);
    let case = Case::new("compact", defines);
    let source: Vec<u32> = (0..count).map(|_| random.below(1000) as u32).collect();
    let is_even = case.has("KEEP_EVEN");
    let keep = |&it: &u32| if is_even { it % 2 == 0 } else { it < limit };
    let kept: Vec<u32> = source.iter().copied().filter(keep).collect();
    let mut result = vec![kept.len() as u32];
    result.extend(kept);
    case.specialize(0, 32).push(&[count, limit as usize]).input(0, &Data::U32(source)).output(1, Data::U32(result), 0.0)
}

/// All kernels of this file.
pub fn cases(random: &mut Random) -> Vec<Case> {
    let mut cases = Vec::new();
    for defines in ["", "INDEX_AND_KEY", "SOURCE_TYPE=float16_t INDEX_AND_KEY"] {
        for (columns, descending) in [(64, false), (37, true), (100, false)] {
            cases.push(argsort(defines, columns, descending, random));
        }
    }
    for (defines, k) in [("", 1), ("", 8), ("WEIGHTS", 4), ("WEIGHTS", 7)] {
        cases.push(top_k(defines, k, random));
    }
    for keys in ["", "KEY_FLOAT"] {
        for subgroups in ["", "USE_SUBGROUPS"] {
            for bits in [1, 4] {
                cases.push(radix_sort(&format!("{keys} {subgroups}"), bits, 32, random));
            }
        }
    }
    cases.push(radix_sort("USE_SUBGROUPS", 3, 10, random));
    for defines in ["", "VULKAN_MEMORY_MODEL", "PACKED", "PACKED VULKAN_MEMORY_MODEL"] {
        for (workgroup, per_lane) in [(32, 4), (64, 1), (8, 7)] {
            cases.push(scan_look_back(defines, workgroup, per_lane, random));
        }
    }
    for defines in ["", "SHARED_BINS", "PAIR_64"] {
        for bins in [7, 64] {
            cases.push(histogram(defines, bins, random));
        }
    }
    cases.extend([compact("", random), compact("KEEP_EVEN", random)]);
    cases
}
