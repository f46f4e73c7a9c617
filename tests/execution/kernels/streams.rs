//! Kernels that traverse data: streams of bytes, pages of tokens, wavefronts, searches; and exact arithmetic.

use super::case::{Case, Data, div_up, half, uniform};
use super::products::dot;
use crate::common::random::Random;
use crate::common::vulkan::{Format, Image, Resource, Sampling, Shape};

fn mul_mat_blocks(defines: &str, random: &mut Random) -> Case {
    let (columns, rows, depth, offset) = (3, 5, 3, 0.5_f32);
    let case = Case::new("mul_mat_blocks", defines);
    let (is_half, row_major) = (case.has("MATRIX=f16mat4"), case.has("LAYOUT=row_major"));
    let a = uniform(random, rows * depth * 16);
    let scales = uniform(random, rows * depth * 4);
    let b = uniform(random, columns * depth * 16);
    // Element of block `index`, as stored in memory.
    let element = |m: &[f32], index: usize, row: usize, column: usize| {
        m[index * 16 + if row_major { 4 * row + column } else { 4 * column + row }]
    };
    let mut bytes = Vec::new();
    for block in 0..rows * depth {
        bytes.extend(Data::float(is_half, a[block * 16..][..16].to_vec()).bytes());
        bytes.extend(Data::F32(scales[block * 4..][..4].to_vec()).bytes());
    }
    let mut result = Vec::new();
    for y in 0..rows {
        for x in 0..columns {
            for column in 0..4 {
                for row in 0..4 {
                    let mut sum = 0.0;
                    for k in 0..depth {
                        let block = y * depth + k;
                        for i in 0..4 {
                            let left = element(&a, block, row, i) * scales[block * 4 + row];
                            sum += left * element(&b, k * columns + x, i, column);
                        }
                    }
                    result.push(sum - if row == column { offset } else { 0.0 });
                }
            }
        }
    }
    case.specialize(1, depth as u32)
        .groups(div_up(columns, 2), div_up(rows, 2), 1)
        .push(&[columns, rows, 0, 0])
        .push_floats(&[offset])
        .input(0, &Data::U8(bytes))
        .input(1, &Data::float(is_half, b))
        .output(2, Data::F32(result), 1e-5)
}

/// A stream of bytes and the numbers in it.
fn varint(random: &mut Random) -> (Vec<u8>, Vec<i32>) {
    let mut bytes = Vec::new();
    let numbers: Vec<i32> = (0..random.below(9)).map(|_| random.next() as i32 >> (4 + random.below(26))).collect();
    for &number in &numbers {
        let mut rest = ((number << 1) ^ (number >> 31)) as u32;
        while rest >= 128 {
            bytes.push(rest as u8 | 128);
            rest >>= 7;
        }
        bytes.push(rest as u8);
    }
    (bytes, numbers)
}

fn runs(random: &mut Random) -> (Vec<u8>, Vec<i32>) {
    let (mut bytes, mut numbers) = (Vec::new(), Vec::new());
    for _ in 0..1 + random.below(4) {
        let length = 1 + random.below(4);
        let kind = random.below(4) as u8;
        match kind {
            0 => {
                bytes.push(length as u8);
                for _ in 0..length {
                    let byte = random.next() as u8;
                    bytes.push(byte);
                    numbers.push(i32::from(byte as i8));
                }
            }
            1 | 2 => {
                // Runs are cut off at 40.
                let length = if random.below(3) == 0 { 45 } else { length };
                let byte = random.next() as u8;
                bytes.extend([kind << 6 | length as u8, byte]);
                numbers.extend((kind == 1).then_some(1000));
                numbers.extend(vec![i32::from(byte as i8); length.min(40)]);
            }
            _ => {
                bytes.push(3 << 6 | length as u8);
                for _ in 0..length {
                    let byte = (random.below(255)) as u8;
                    bytes.push(byte);
                    numbers.extend(byte.is_multiple_of(2).then_some(i32::from(byte) + 256 * length as i32));
                }
                bytes.push(255);
            }
        }
    }
    bytes.push(0);
    (bytes, numbers)
}

fn bits(random: &mut Random) -> (Vec<u8>, Vec<i32>) {
    // The paths through the kernel's tree.
    const CODES: [&str; 6] = ["00", "01", "100", "101", "110", "111"];
    let mut numbers: Vec<i32> = (0..random.below(20)).map(|_| 1 + random.below(5) as i32).collect();
    let mut text: String = numbers.iter().chain([&6]).map(|&it| CODES[it as usize - 1]).collect();
    while !text.len().is_multiple_of(8) {
        text.push('0');
    }
    numbers.truncate(100);
    let bytes = (0..text.len() / 8).map(|i| u8::from_str_radix(&text[8 * i..8 * i + 8], 2).unwrap()).collect();
    (bytes, numbers)
}

fn decode_stream(kind: &str, make: fn(&mut Random) -> (Vec<u8>, Vec<i32>), random: &mut Random) -> Case {
    let (streams, limit) = (11, 60);
    let (mut starts, mut bytes, mut result, mut lengths) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..streams {
        let (stream, mut numbers) = make(random);
        starts.push(bytes.len() as u16);
        bytes.extend(stream);
        starts.push(bytes.len() as u16);
        numbers.truncate(limit);
        lengths.push(100 + numbers.len() as u32);
        // What is not written stays unchanged.
        numbers.resize(limit, -77);
        result.extend(numbers);
    }
    Case::new("decode_stream", kind)
        .specialize(0, 8)
        .groups(div_up(streams, 8), 1, 1)
        .push(&[streams, limit])
        .input(0, &Data::U16(starts))
        .input(1, &Data::U8(bytes))
        .update(2, Data::I32(vec![-77; streams * limit]).bytes(), Data::I32(result), 0.0)
        .update(3, Data::U32(vec![100; streams]).bytes(), Data::U32(lengths), 0.0)
}

fn sample_token(defines: &str, random: &mut Random) -> Case {
    let (rows, columns, draws) = (3, 77, 40);
    let case = Case::new("sample_token", defines);
    let double = case.has("RANDOM_DOUBLE");
    let weights: Vec<u16> = (0..rows * columns).map(|_| (random.next() as u16) >> random.below(16)).collect();
    let seed = random.next();
    let mut result = Vec::new();
    for (row, weights) in weights.chunks(columns).enumerate() {
        let total: u64 = weights.iter().map(|&it| u64::from(it)).sum();
        for i in 0..draws {
            let mut state = seed.wrapping_add((row as u64) << 32 | (i + 1));
            let mut draw = || {
                state ^= state >> 12;
                state ^= state << 25;
                state ^= state >> 27;
                state.wrapping_mul(0x2545_F491_4F6C_DD1D)
            };
            draw();
            let bits = draw();
            let wanted = if double {
                ((bits >> 11) as f64 * (-53.0_f64).exp2() * total as f64) as u64
            } else {
                ((bits >> 32) * total) >> 32
            };
            let mut sum = 0;
            let place = weights.iter().position(|&it| {
                sum += u64::from(it);
                sum > wanted
            });
            result.push(place.unwrap() as u32);
        }
    }
    let mut case = case.specialize(0, 16).groups(rows, 1, 1).push(&[columns, draws as usize]);
    case.push.extend(seed.to_le_bytes());
    case.input(0, &Data::U16(weights)).output(1, Data::U32(result), 0.0)
}

fn paged_attention(ty: &str, random: &mut Random) -> Case {
    let (head, per_page, sequences, pages, scale) = (4, 3, 3, 5, 1.5_f32);
    let case = Case::new("paged_attention", &format!("VALUE_TYPE={ty}"));
    let is_half = ty == "float16_t";
    let mut case = case.specialize(0, 8).push(&[sequences]).push_floats(&[scale]);
    let mut contents = Vec::new();
    for page in 0..pages {
        let (used, factor) = (1 + random.below(per_page), 0.5 + page as f32 / 4.0);
        let tokens = uniform(random, per_page * 2 * head);
        let mut bytes = Data::U32(vec![used as u32, factor.to_bits()]).bytes();
        bytes.extend(Data::float(is_half, tokens.clone()).bytes());
        case = case.input(10 + page as u32, &Data::U8(bytes));
        contents.push((used, factor, tokens));
    }
    let (mut result, mut addresses) = (Vec::new(), Vec::new());
    for sequence in 0..sequences {
        let query = uniform(random, head);
        case = case.input(20 + sequence as u32, &Data::F32(query.clone()));
        // Two pages, then the second again, or three.
        let own = [[0, 2, 2], [1, 3, 4], [4, 4, 0]][sequence];
        let end = (1..3).find(|&it| own[it] == own[it - 1]).unwrap_or(3);
        let (mut weights, mut values) = (Vec::new(), Vec::new());
        for &page in &own[..end] {
            let (used, factor, tokens) = &contents[page];
            for token in tokens.chunks(2 * head).take(*used) {
                weights.push((dot(&query, &token[..head]) * scale * factor).exp());
                values.push(&token[head..]);
            }
        }
        let sum: f32 = weights.iter().sum();
        for d in 0..head {
            let column: Vec<f32> = values.iter().map(|it| it[d]).collect();
            result.push(dot(&weights, &column) / sum);
        }
        addresses.extend(own.map(|page| 10 + page as u32));
        addresses.push(20 + sequence as u32);
    }
    case.addresses(0, &addresses).output(1, Data::F32(result), 1e-5)
}

fn accurate_sum(defines: &str, random: &mut Random) -> Case {
    let (rows, columns) = (3, 200);
    // Large numbers that cancel and small ones that remain.
    let mut source = uniform(random, rows * columns);
    for row in source.chunks_mut(columns) {
        for i in 0..20 {
            row[7 * i + 1] = 3000.0 + i as f32;
            row[7 * i + 3] = -3000.0 - i as f32;
        }
    }
    let sum = |row: &[f32]| row.iter().map(|&it| f64::from(it)).sum::<f64>() as f32;
    let result = source.chunks(columns).map(sum).collect();
    Case::new("accurate_sum", defines)
        .specialize(0, 16)
        .groups(rows, 1, 1)
        .push(&[columns])
        .input(0, &Data::F32(source))
        .output(1, Data::F32(result), 1e-7)
}

fn suppress_boxes(defines: &str, random: &mut Random) -> Case {
    let (count, limit) = (90, 0.25_f32);
    let case = Case::new("suppress_boxes", defines);
    let mut boxes = Vec::new();
    for _ in 0..count {
        // Multiples of a quarter: no area is rounded.
        let mut number = |top: usize| random.below(top) as f32 / 4.0;
        let (x, y) = (number(80), number(80));
        boxes.push([x, y, x + 1.0 + number(30), y + 1.0 + number(30)]);
    }
    let area = |b: [f32; 4]| (b[2] - b[0]).max(0.0) * (b[3] - b[1]).max(0.0);
    let mut kept: Vec<usize> = Vec::new();
    for i in 0..count {
        let overlaps = |&k: &usize| {
            let (a, b) = (boxes[k], boxes[i]);
            let both = area([a[0].max(b[0]), a[1].max(b[1]), a[2].min(b[2]), a[3].min(b[3])]);
            both > limit * (area(a) + area(b) - both)
        };
        if !kept.iter().any(overlaps) {
            kept.push(i);
        }
    }
    let mut result = vec![kept.len() as u32];
    result.extend(kept.iter().map(|&it| it as u32));
    let is_half = case.has("HALF_BOXES");
    case.specialize(0, 32).push(&[count]).push_floats(&[limit]).input(0, &Data::float(is_half, boxes.concat())).output(
        1,
        Data::U32(result),
        0.0,
    )
}

fn edit_distance(defines: &str, [n, m]: [usize; 2], random: &mut Random) -> Case {
    let pairs = 4;
    let case = Case::new("edit_distance", defines);
    let costs = if case.has("WEIGHTED") { [2, 3, 4] } else { [1, 1, 1] };
    let mut letters = |count: usize| -> Vec<u8> { (0..count).map(|_| random.below(4) as u8).collect() };
    let (first, second) = (letters(pairs * n), letters(pairs * m));
    let mut result = Vec::new();
    for pair in 0..pairs {
        let mut row: Vec<i32> = (0..=m as i32).map(|j| j * costs[0]).collect();
        for i in 1..=n {
            let mut next = vec![i as i32 * costs[1]];
            for j in 1..=m {
                let same = first[pair * n + i - 1] == second[pair * m + j - 1];
                let change = row[j - 1] + if same { 0 } else { costs[2] };
                next.push(change.min(row[j] + costs[1]).min(next[j - 1] + costs[0]));
            }
            row = next;
        }
        result.push(row[m]);
    }
    let mut case = case.specialize(0, 8).specialize(1, n as u32).groups(pairs, 1, 1);
    case.push.extend([n as u8, m as u8]);
    case.push.extend([2_u16, 3, 4].iter().flat_map(|it| it.to_le_bytes()));
    case.input(0, &Data::U8(first)).input(1, &Data::U8(second)).output(2, Data::I32(result), 0.0)
}

fn requantise(defines: &str, random: &mut Random) -> Case {
    let (count, channels) = (120, 5);
    let source: Vec<i32> = (0..count).map(|_| random.next() as i32 >> 12).collect();
    let (mut bytes, mut parameters) = (Vec::new(), Vec::new());
    for _ in 0..channels {
        let (multiplier, shift) = ((1 << 30) + (random.next() as i32 & 0x3fff_ffff), 8 + random.below(5) as i8);
        let (zero, bias) = (random.next() as i8, random.next() as i16);
        bytes.extend(multiplier.to_le_bytes());
        bytes.extend([shift as u8, zero as u8]);
        bytes.extend(bias.to_le_bytes());
        parameters.push((i64::from(multiplier), shift, zero, bias));
    }
    let result = source
        .iter()
        .enumerate()
        .map(|(i, &it)| {
            let (multiplier, shift, zero, bias) = parameters[i % channels];
            let product = i64::from(it + i32::from(bias)) * multiplier;
            let shift = 31 + u32::from(shift as u8);
            let scaled = (product + (1_i64 << (shift - 1))) >> shift;
            (scaled.clamp(-32768, 32767) + i64::from(zero)).clamp(-128, 127) as u8
        })
        .collect();
    Case::new("requantise", defines)
        .specialize(0, 8)
        .groups(div_up(count, 32), 1, 1)
        .push(&[count, channels])
        .input(0, &Data::I32(source))
        .input(1, &Data::U8(bytes))
        .output(2, Data::U8(result), 0.0)
}

fn warp_image(defines: &str, random: &mut Random) -> Case {
    let (size, result_size) = ([8_usize, 4], [7_usize, 6]);
    let source: Vec<f32> = uniform(random, size[0] * size[1]).iter().map(|it| half(it.abs())).collect();
    // Positions away from the edges, where both ways of sampling see the same texels.
    let map = [[0.08_f32, 0.02, 0.15], [-0.03, 0.1, 0.4]];
    let mut result = Vec::new();
    for y in 0..result_size[1] {
        for x in 0..result_size[0] {
            let (x, y) = (x as f32 + 0.5, y as f32 + 0.5);
            let texel = [0, 1].map(|d| (map[d][0] * x + map[d][1] * y + map[d][2]) * size[d] as f32 - 0.5);
            let fetch = |i: i32, j: i32| {
                let at = [texel[0].floor() as i32 + i, texel[1].floor() as i32 + j];
                let inside = [0, 1].map(|d| at[d].clamp(0, size[d] as i32 - 1) as usize);
                source[inside[1] * size[0] + inside[0]]
            };
            let t = texel.map(|it| it - it.floor());
            let row = |j| fetch(0, j) * (1.0 - t[0]) + fetch(1, j) * t[0];
            result.push(row(0) * (1.0 - t[1]) + row(1) * t[1]);
        }
    }
    let largest = result.iter().copied().fold(0.0, f32::max);
    let image = |extent: [usize; 2], bytes: Vec<u8>| {
        Image::new(Format::parse("r32f").unwrap(), Shape::D2, [extent[0] as u32, extent[1] as u32, 1]).with(bytes)
    };
    let sampling = Sampling { linear: true, ..Sampling::default() };
    let blank = vec![0; 4 * result.len()];
    let padded: Vec<f32> = map.iter().flat_map(|row| [row[0], row[1], row[2], 0.0]).collect();
    // Filter weights have at least eight bits.
    Case::new("warp_image", defines)
        .groups(div_up(result_size[0], 4), div_up(result_size[1], 4), 1)
        .push_floats(&padded)
        .resource(0, Resource::CombinedImage(image(size, Data::F32(source).bytes()), sampling))
        .resource(1, Resource::StorageImage(image(result_size, blank)))
        .expect(1, &Data::F32(result), 5e-3)
        .update(2, vec![0; 4], Data::F32(vec![largest]), 5e-3)
}

/// All kernels of this file.
pub fn cases(random: &mut Random) -> Vec<Case> {
    let mut cases = Vec::new();
    for layout in ["row_major", "column_major"] {
        cases.push(mul_mat_blocks(&format!("MATRIX=mat4 LAYOUT={layout}"), random));
        cases.push(mul_mat_blocks(&format!("MATRIX=f16mat4 LAYOUT={layout}"), random));
    }
    cases.push(decode_stream("STREAM_VARINT", varint, random));
    cases.push(decode_stream("STREAM_RUNS", runs, random));
    cases.push(decode_stream("STREAM_BITS", bits, random));
    cases.extend([sample_token("", random), sample_token("RANDOM_DOUBLE", random)]);
    cases.extend([paged_attention("float", random), paged_attention("float16_t", random)]);
    for defines in [
        "METHOD_DOUBLE",
        "METHOD_DOUBLE USE_SUBGROUPS",
        "METHOD_FIXED",
        "METHOD_FIXED USE_SUBGROUPS EXTENDED_TYPES",
        "METHOD_COMPENSATED",
    ] {
        cases.push(accurate_sum(defines, random));
    }
    cases.extend([suppress_boxes("", random), suppress_boxes("HALF_BOXES", random)]);
    cases.extend([edit_distance("", [12, 17], random), edit_distance("WEIGHTED", [20, 9], random)]);
    cases.extend([requantise("", random), requantise("PACKED", random)]);
    cases.extend([warp_image("", random), warp_image("GATHER", random)]);
    cases
}
