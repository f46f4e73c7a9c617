//! Kernels on planes of texels: convolutions, pooling, resizing, transposing, normalising.

use super::case::{Case, Data, div_up, uniform};
use crate::common::random::Random;
use crate::common::vulkan::{Format, Image, Resource, Shape};

/// An element of a plane; 0 outside.
fn at(source: &[f32], [width, height]: [i32; 2], x: i32, y: i32, plane: i32) -> f32 {
    if x < 0 || y < 0 || x >= width || y >= height {
        return 0.0;
    }
    source[((plane * height + y) * width + x) as usize]
}

struct Convolution {
    kernel: [i32; 2],
    stride: [i32; 2],
    padding: [i32; 2],
    dilation: [i32; 2],
    groups: i32,
}

fn conv2d(defines: &str, it: &Convolution, random: &mut Random) -> Case {
    let (size, inputs, channels, batches) = ([11, 9], 4, 6, 2);
    let case = Case::new("conv2d", defines);
    let transposed = case.has("TRANSPOSED");
    let result_size = [0, 1].map(|d| {
        let reach = it.dilation[d] * (it.kernel[d] - 1);
        if transposed {
            (size[d] - 1) * it.stride[d] - 2 * it.padding[d] + reach + 1
        } else {
            (size[d] + 2 * it.padding[d] - reach - 1) / it.stride[d] + 1
        }
    });
    let per_group = inputs / it.groups;
    let per_channel = per_group * it.kernel[0] * it.kernel[1];
    let source = uniform(random, (batches * inputs * size[0] * size[1]) as usize);
    let weights = uniform(random, (channels * per_channel) as usize);
    let bias = uniform(random, channels as usize);
    let mut result = Vec::new();
    for batch in 0..batches {
        for channel in 0..channels {
            for y in 0..result_size[1] {
                for x in 0..result_size[0] {
                    let mut sum = f64::from(bias[channel as usize]);
                    for k in 0..per_channel {
                        let (kx, ky) = (k % it.kernel[0], k / it.kernel[0] % it.kernel[1]);
                        let input = k / (it.kernel[0] * it.kernel[1]) + channel / (channels / it.groups) * per_group;
                        let (kx, ky) = (kx * it.dilation[0], ky * it.dilation[1]);
                        let (x, y) = if transposed {
                            let (x, y) = (x + it.padding[0] - kx, y + it.padding[1] - ky);
                            if x % it.stride[0] != 0 || y % it.stride[1] != 0 {
                                continue;
                            }
                            (x / it.stride[0], y / it.stride[1])
                        } else {
                            (x * it.stride[0] - it.padding[0] + kx, y * it.stride[1] - it.padding[1] + ky)
                        };
                        let weight = weights[(channel * per_channel + k) as usize];
                        sum += f64::from(weight) * f64::from(at(&source, size, x, y, batch * inputs + input));
                    }
                    result.push(sum as f32);
                }
            }
        }
    }
    let is_half = case.has("WEIGHT_TYPE=float16_t");
    let constants = [it.kernel, it.stride].concat();
    let mut case = case.specialize(0, 32).specialize(5, per_channel as u32);
    for (id, constant) in (1..).zip(constants) {
        case = case.specialize(id, constant as u32);
    }
    let push = [size, result_size, it.padding, it.dilation, [inputs, channels]].concat();
    let push: Vec<usize> = push.iter().chain([&it.groups]).map(|&it| it as usize).collect();
    case.groups(div_up((result_size[0] * result_size[1]) as usize, 32), channels as usize, batches as usize)
        .push(&push)
        .input(0, &Data::F32(source))
        .input(1, &Data::float(is_half, weights))
        .input(2, &Data::F32(bias))
        .output(3, Data::F32(result), 1e-5)
}

fn conv1d(defines: &str, taps: usize, random: &mut Random) -> Case {
    let (channels, steps) = (19, 13);
    let case = Case::new("conv1d", defines);
    let causal = case.has("CAUSAL");
    let source = uniform(random, channels * steps);
    let weights = uniform(random, channels * taps);
    let state = uniform(random, channels * (taps - 1));
    let mut result = vec![0.0; channels * steps];
    let mut after = Vec::new();
    for channel in 0..channels {
        let own = |step: usize| source[step * channels + channel];
        let mut padded: Vec<f32> =
            if causal { state[channel * (taps - 1)..][..taps - 1].to_vec() } else { vec![own(0); taps - 1 - taps / 2] };
        padded.extend((0..steps).map(own));
        if !causal {
            padded.extend(vec![own(steps - 1); taps / 2]);
        }
        for step in 0..steps {
            result[step * channels + channel] =
                super::products::dot(&padded[step..][..taps], &weights[channel * taps..][..taps]);
        }
        after.extend(&padded[padded.len() - (taps - 1)..]);
    }
    let is_half = case.has("SOURCE_TYPE=float16_t");
    let case = case
        .specialize(0, 8)
        .specialize(1, taps as u32)
        .groups(div_up(channels, 8), 1, 1)
        .push(&[channels, steps])
        .input(0, &Data::float(is_half, source))
        .input(1, &Data::F32(weights))
        .output(2, Data::F32(result), 1e-6);
    if causal { case.update(3, Data::F32(state).bytes(), Data::F32(after), 0.0) } else { case }
}

fn im2col(defines: &str, it: &Convolution, random: &mut Random) -> Case {
    let (size, channels, batches) = ([10, 7], 3, 2);
    let result_size =
        [0, 1].map(|d| (size[d] + 2 * it.padding[d] - it.dilation[d] * (it.kernel[d] - 1) - 1) / it.stride[d] + 1);
    let kernel = it.kernel[0] * it.kernel[1];
    let row = (channels * kernel) as usize;
    let row_stride = row + 3;
    let source = uniform(random, (batches * channels * size[0] * size[1]) as usize);
    let mut result = Vec::new();
    for batch in 0..batches {
        for oy in 0..result_size[1] {
            for ox in 0..result_size[0] {
                for i in 0..row as i32 {
                    let (channel, kx, ky) = (i / kernel, i % it.kernel[0], i % kernel / it.kernel[0]);
                    let x = ox * it.stride[0] + kx * it.dilation[0] - it.padding[0];
                    let y = oy * it.stride[1] + ky * it.dilation[1] - it.padding[1];
                    result.push(at(&source, size, x, y, batch * channels + channel));
                }
                result.extend([0.25; 3]);
            }
        }
    }
    let case = Case::new("im2col", defines);
    let (half_source, half_result) = (case.has("SOURCE_TYPE=float16_t"), case.has("RESULT_TYPE=float16_t"));
    let push = [vec![channels], size.to_vec(), result_size.to_vec(), it.kernel.to_vec(), vec![batches]].concat();
    let rest = [it.stride, it.padding, it.dilation].concat();
    let push: Vec<usize> = push.iter().chain(&rest).map(|&it| it as usize).chain([row_stride]).collect();
    let before = vec![0.25; result.len()];
    case.specialize(0, 16)
        .specialize(1, 3)
        .groups(div_up(row * result_size[0] as usize, 48), result_size[1] as usize, batches as usize)
        .push(&push)
        .input(0, &Data::float(half_source, source))
        .update(1, Data::float(half_result, before).bytes(), Data::float(half_result, result), 0.0)
}

fn pool2d(defines: &str, mean: bool, [window, stride, padding]: [[i32; 2]; 3], random: &mut Random) -> Case {
    let (size, planes) = ([13, 10], 3);
    let result_size = [0, 1].map(|d| (size[d] + 2 * padding[d] - window[d]) / stride[d] + 1);
    let source = uniform(random, (planes * size[0] * size[1]) as usize);
    let (mut result, mut indices) = (Vec::new(), Vec::new());
    for plane in 0..planes {
        for oy in 0..result_size[1] {
            for ox in 0..result_size[0] {
                let mut inside = Vec::new();
                for y in oy * stride[1] - padding[1]..oy * stride[1] - padding[1] + window[1] {
                    for x in ox * stride[0] - padding[0]..ox * stride[0] - padding[0] + window[0] {
                        if (0..size[0]).contains(&x) && (0..size[1]).contains(&y) {
                            inside.push((plane * size[1] + y) * size[0] + x);
                        }
                    }
                }
                let number = |index: i32| source[index as usize];
                let largest = inside.iter().copied().rev().max_by(|a, b| number(*a).total_cmp(&number(*b))).unwrap();
                let sum: f32 = inside.iter().copied().map(number).sum();
                result.push(if mean { sum / inside.len() as f32 } else { number(largest) });
                indices.push(if mean { -1 } else { largest });
            }
        }
    }
    let case = Case::new("pool2d", defines);
    let is_half = case.has("SOURCE_TYPE=float16_t");
    let has_indices = case.has("INDICES");
    let push: Vec<usize> = [size, result_size].concat().iter().map(|&it| it as usize).collect();
    let mut case = case.specialize(1, mean.into()).push(&push);
    case.push.extend(window.iter().flat_map(|&it| (it as i16).to_le_bytes()));
    case.push.extend([stride, padding].concat().iter().map(|&it| it as u8));
    let case = case
        .groups(div_up(result_size[0] as usize, 4), div_up(result_size[1] as usize, 4), planes as usize)
        .input(0, &Data::float(is_half, source))
        .output(1, Data::F32(result), 1e-6);
    if has_indices { case.output(2, Data::I32(indices), 0.0) } else { case }
}

fn upscale(defines: &str, result_size: [i32; 2], random: &mut Random) -> Case {
    let (size, planes) = ([7_i32, 5_i32], 2);
    let case = Case::new("upscale", defines);
    let (nearest, cubic, corners) = (case.has("MODE_NEAREST"), case.has("MODE_CUBIC"), case.has("CORNERS"));
    let source = uniform(random, (planes * size[0] * size[1]) as usize);
    let clamped = |x: i32, y: i32, plane: i32| {
        f64::from(at(&source, size, x.clamp(0, size[0] - 1), y.clamp(0, size[1] - 1), plane))
    };
    // Weights of the neighbours, starting two to the left.
    let weights = |t: f64| {
        if cubic {
            let (t2, t3) = (t * t, t * t * t);
            [-t + 2.0 * t2 - t3, 2.0 - 5.0 * t2 + 3.0 * t3, t + 4.0 * t2 - 3.0 * t3, t3 - t2].map(|it| it / 2.0)
        } else {
            [0.0, 1.0 - t, t, 0.0]
        }
    };
    let mut result = Vec::new();
    for plane in 0..planes {
        for y in 0..result_size[1] {
            for x in 0..result_size[0] {
                let to = [x, y];
                if nearest {
                    let from = [0, 1].map(|d| to[d] * size[d] / result_size[d]);
                    result.push(clamped(from[0], from[1], plane) as f32);
                    continue;
                }
                let place = [0, 1].map(|d| {
                    if corners {
                        f64::from(to[d] * (size[d] - 1)) / f64::from(result_size[d] - 1)
                    } else {
                        (f64::from(to[d]) + 0.5) * f64::from(size[d]) / f64::from(result_size[d]) - 0.5
                    }
                });
                let [wx, wy] = place.map(|it| weights(it - it.floor()));
                let mut sum = 0.0;
                for (j, wy) in (-1..).zip(wy) {
                    for (i, wx) in (-1..).zip(wx) {
                        sum += wx * wy * clamped(place[0].floor() as i32 + i, place[1].floor() as i32 + j, plane);
                    }
                }
                result.push(sum as f32);
            }
        }
    }
    let count = result.len();
    let is_half = case.has("SOURCE_TYPE=float16_t");
    let push: Vec<usize> = [size, result_size].concat().iter().chain([&planes]).map(|&it| it as usize).collect();
    case.specialize(0, 32).groups(div_up(count, 32), 1, 1).push(&push).input(0, &Data::float(is_half, source)).output(
        1,
        Data::F32(result),
        if nearest { 0.0 } else { 2e-5 },
    )
}

fn preprocess_image(defines: &str, random: &mut Random) -> Case {
    let size = [13, 6];
    let texels: Vec<u8> = (0..4 * size[0] * size[1]).map(|_| random.next() as u8).collect();
    let (mean, deviation) = ([0.5_f32, 0.25, 0.75], [0.25_f32, 0.5, 0.125]);
    let mut result = Vec::new();
    for channel in 0..3 {
        let normal = |texel: &[u8]| (f32::from(texel[channel]) / 255.0 - mean[channel]) / deviation[channel];
        result.extend(texels.chunks(4).map(normal));
    }
    let case = Case::new("preprocess_image", defines);
    let image = Image::new(Format::parse("rgba8").unwrap(), Shape::D2, [size[0] as u32, size[1] as u32, 1])
        .with(texels.clone());
    let resource = if case.has("PACKED_SOURCE") {
        Resource::Storage(texels)
    } else if case.has("STORAGE_SOURCE") {
        Resource::StorageImage(image)
    } else {
        Resource::SampledImage(image)
    };
    let is_half = case.has("RESULT_TYPE=float16_t");
    case.groups(div_up(size[0], 8), div_up(size[1], 4), 1)
        .push(&size)
        .push_floats(&[mean, deviation].concat())
        .resource(0, resource)
        .output(1, Data::float(is_half, result), if is_half { 1e-3 } else { 1e-5 })
}

fn transpose(ty: &str, [tile, rows]: [usize; 2], random: &mut Random) -> Case {
    let (width, height) = (19, 13);
    // Elements as words, 16 bits each.
    let words = match ty {
        "float" | "u16vec2" => 2,
        "vec4" => 8,
        _ => 1,
    };
    let source: Vec<u16> = (0..width * height * words).map(|_| random.next() as u16 & 0x3bff).collect();
    let mut result = Vec::new();
    for x in 0..width {
        for y in 0..height {
            result.extend(&source[(y * width + x) * words..][..words]);
        }
    }
    Case::new("transpose", &format!("ELEMENT_TYPE={ty}"))
        .specialize(1, tile as u32)
        .specialize(2, rows as u32)
        .groups(div_up(width, tile), div_up(height, tile), 1)
        .push(&[width, height])
        .input(0, &Data::U16(source))
        .output(1, Data::U16(result), 0.0)
}

/// All kernels of this file.
pub fn cases(random: &mut Random) -> Vec<Case> {
    let plain = Convolution { kernel: [3, 3], stride: [1, 1], padding: [1, 1], dilation: [1, 1], groups: 1 };
    let wide = Convolution { kernel: [2, 3], stride: [2, 1], padding: [0, 2], dilation: [1, 2], groups: 2 };
    let mut cases = Vec::new();
    for defines in ["", "TILED", "TILED WEIGHT_TYPE=float16_t", "TRANSPOSED", "TRANSPOSED WEIGHT_TYPE=float16_t"] {
        cases.push(conv2d(defines, &plain, random));
        cases.push(conv2d(defines, &wide, random));
    }
    for (defines, taps) in [("", 3), ("CAUSAL", 4), ("CAUSAL SOURCE_TYPE=float16_t", 2), ("SOURCE_TYPE=float16_t", 5)] {
        cases.push(conv1d(defines, taps, random));
    }
    for defines in ["", "RESULT_TYPE=float16_t", "SOURCE_TYPE=float16_t RESULT_TYPE=float16_t"] {
        cases.push(im2col(defines, &plain, random));
        cases.push(im2col(defines, &wide, random));
    }
    for mean in [false, true] {
        cases.push(pool2d("", mean, [[3, 3], [2, 2], [1, 1]], random));
        cases.push(pool2d("SOURCE_TYPE=float16_t", mean, [[2, 4], [2, 3], [0, 2]], random));
    }
    cases.push(pool2d("INDICES", false, [[3, 2], [1, 2], [1, 0]], random));
    for defines in ["MODE_NEAREST", "MODE_LINEAR", "MODE_LINEAR CORNERS", "MODE_CUBIC", "MODE_CUBIC CORNERS"] {
        cases.push(upscale(defines, [14, 15], random));
        cases.push(upscale(&format!("{defines} SOURCE_TYPE=float16_t"), [11, 8], random));
    }
    for defines in ["", "STORAGE_SOURCE", "PACKED_SOURCE", "PACKED_SOURCE RESULT_TYPE=float16_t"] {
        cases.push(preprocess_image(defines, random));
    }
    for (ty, sizes) in [("float", [8, 4]), ("float16_t", [16, 2]), ("vec4", [4, 4]), ("u16vec2", [8, 3])] {
        cases.push(transpose(ty, sizes, random));
    }
    cases
}
