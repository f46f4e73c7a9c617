//! bfloat16 and the 8-bit floats on a Vulkan device, against a model of the formats on the CPU.
//!
//! Every pattern of every format is converted to `float` and to the other formats that can represent it; floats of all
//! sizes and close to every tie are converted back, with and without saturation; also integers, dot products and bit
//! casts. A device may flush denormals, and may round a conversion to nearest even or towards zero (Vulkan, "Precision
//! and Operation of SPIR-V Instructions"); the test reports how often it saw the latter.

use crate::common::random::Random;
use crate::common::vulkan::{Binding, Device, Job};
use crate::common::{compile, shout, validate, vulkan};
use glslsub::internals::target::{Target, TargetEnvironment};

/// A format as its specification describes it.
struct Format {
    name: &'static str,
    prefix: &'static str,
    extension: &'static str,
    bits: u32,
    exponent: u32,
    mantissa: u32,
    /// Has infinities and many NaNs; otherwise one NaN per sign.
    ieee: bool,
}

const FORMATS: [Format; 3] = [
    Format {
        name: "bfloat16_t",
        prefix: "bf16",
        extension: "GL_EXT_bfloat16",
        bits: 16,
        exponent: 8,
        mantissa: 7,
        ieee: true,
    },
    Format {
        name: "floate4m3_t",
        prefix: "fe4m3",
        extension: "GL_EXT_float_e4m3",
        bits: 8,
        exponent: 4,
        mantissa: 3,
        ieee: false,
    },
    Format {
        name: "floate5m2_t",
        prefix: "fe5m2",
        extension: "GL_EXT_float_e5m2",
        bits: 8,
        exponent: 5,
        mantissa: 2,
        ieee: true,
    },
];

impl Format {
    fn value(&self, pattern: u32) -> f64 {
        let sign = if pattern >> (self.bits - 1) == 0 { 1.0 } else { -1.0 };
        let exponent = (pattern >> self.mantissa) & ((1 << self.exponent) - 1);
        let mantissa = pattern & ((1 << self.mantissa) - 1);
        let bias = (1 << (self.exponent - 1)) - 1;
        let last = exponent == (1 << self.exponent) - 1;
        let all_ones = last && mantissa == (1 << self.mantissa) - 1;
        if last && self.ieee {
            return if mantissa == 0 { sign * f64::INFINITY } else { f64::NAN };
        }
        if all_ones {
            return f64::NAN;
        }
        let fraction = f64::from(mantissa) / f64::from(1 << self.mantissa);
        let leading = if exponent == 0 { 0.0 } else { 1.0 };
        sign * (leading + fraction) * 2.0_f64.powi(exponent.max(1) as i32 - bias)
    }

    fn is_denormal(&self, pattern: u32) -> bool {
        (pattern >> self.mantissa) & ((1 << self.exponent) - 1) == 0 && pattern & ((1 << self.mantissa) - 1) != 0
    }

    /// The largest finite magnitude.
    fn largest(&self) -> u32 {
        let ones = (1 << (self.exponent + self.mantissa)) - 1;
        if self.ieee { ones - (1 << self.mantissa) } else { ones - 1 }
    }

    /// Magnitudes next to `value` that a conversion may give: the one below or equal, and the one above or equal.
    fn neighbours(&self, value: f64) -> (u32, u32) {
        let magnitude = value.abs();
        let (mut low, mut high) = (0, self.largest() + 1);
        while high - low > 1 {
            let middle = low.midpoint(high);
            if self.value(middle) <= magnitude { low = middle } else { high = middle }
        }
        if self.value(low) == magnitude { (low, low) } else { (low, high) }
    }

    /// Rounds to nearest, ties to even; the pattern after the largest stands for overflow.
    fn nearest(&self, value: f64) -> u32 {
        let (low, high) = self.neighbours(value);
        // The value after the largest if the format had one more exponent.
        let above = if high > self.largest() {
            2.0 * self.value(self.largest()) - self.value(self.largest() - 1)
        } else {
            self.value(high)
        };
        let (below, above) = (value.abs() - self.value(low), above - value.abs());
        if low == high || below < above || (below == above && low % 2 == 0) { low } else { high }
    }

    /// Whether `got` is a valid conversion of `value`; `None` if it was rounded towards zero.
    fn accepts(&self, value: f64, got: u32, saturated: bool) -> Option<bool> {
        if value.is_nan() {
            return Some(self.value(got).is_nan());
        }
        let sign = u32::from(value.is_sign_negative()) << (self.bits - 1);
        if got & (1 << (self.bits - 1)) != sign && self.value(got) != 0.0 {
            return Some(self.value(got).is_nan() && !saturated && self.nearest(value) > self.largest());
        }
        let magnitude = got & ((1 << (self.bits - 1)) - 1);
        let nearest = self.nearest(value);
        let clamp = |it: u32| if saturated { it.min(self.largest()) } else { it };
        if magnitude == clamp(nearest) || (magnitude == 0 && self.is_denormal(nearest)) {
            return Some(true);
        }
        let towards_zero = if value.is_infinite() { self.largest() + 1 } else { self.neighbours(value).0 };
        if magnitude == clamp(towards_zero) { None } else { Some(false) }
    }
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|chunk| u32::from_le_bytes(chunk.try_into().unwrap())).collect()
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Packed patterns, as an array of the format is stored in memory.
fn packed(patterns: &[u32], bits: u32) -> Vec<u8> {
    patterns.iter().flat_map(|pattern| pattern.to_le_bytes().into_iter().take(bits as usize / 8)).collect()
}

/// Compiles and runs a shader with storage buffers at bindings 0, 1 and so on. `None`: the device cannot run it.
fn run(device: &Device, name: &str, text: &str, buffers: Vec<Vec<u8>>, groups: u32) -> Option<Vec<Vec<u8>>> {
    let target = Target::from(TargetEnvironment::Vulkan1_2);
    let module = compile::spirv(name, text, target).unwrap_or_else(|error| panic!("{error}\n{text}"));
    if let Some(complaint) = validate::validate(&module, target).complaint() {
        panic!("{name}: invalid: {complaint}\n{text}");
    }
    if let Some(missing) = device.missing_capability(&module) {
        shout(&format!("NOT RUN: {name}: the device has no {missing}"));
        return None;
    }
    let bindings: Vec<Binding> =
        buffers.into_iter().enumerate().map(|(index, bytes)| Binding::storage(index as u32, bytes)).collect();
    let job = Job { words: &module, groups: [groups, 1, 1], bindings: &bindings, ..Job::default() };
    Some(device.run(&job).unwrap_or_else(|error| panic!("{name}: {error}")))
}

fn head(format: &Format, more: &str) -> String {
    format!(
        "#version 460\n#extension {} : require\n#extension GL_EXT_shader_explicit_arithmetic_types : require\n{more}\
         layout(local_size_x = 64) in;\n",
        format.extension
    )
}

/// Every pattern becomes the float that it encodes, and survives being copied and taken apart.
fn every_pattern(device: &Device, format: &Format) -> bool {
    let count = 1_u32 << format.bits;
    let patterns: Vec<u32> = (0..count).collect();
    let unsigned = if format.bits == 16 { "uint16_t" } else { "uint8_t" };
    let (to_bits, from_bits) = match format.name {
        "bfloat16_t" => ("bfloat16BitsToUintEXT", "uintBitsToBFloat16EXT"),
        "floate4m3_t" => ("floate4m3BitsToUintEXT", "uintBitsToFloate4m3EXT"),
        _ => ("floate5m2BitsToUintEXT", "uintBitsToFloate5m2EXT"),
    };
    let text = head(format, "")
        + &format!(
            "layout(binding = 0, std430) readonly buffer In {{ {name} values[]; }};
layout(binding = 1, std430) writeonly buffer Floats {{ float floats[]; }};
layout(binding = 2, std430) writeonly buffer Copies {{ {name} copies[]; }};
layout(binding = 3, std430) writeonly buffer Bits {{ uint bits[]; }};
layout(binding = 4, std430) writeonly buffer Made {{ float made[]; }};
layout(binding = 5, std430) writeonly buffer Vectors {{ vec2 vectors[]; }};
void main() {{
    uint i = gl_GlobalInvocationID.x;
    {name} value = values[i];
    floats[i] = value;
    copies[i] = value;
    bits[i] = uint({to_bits}(value));
    made[i] = float({from_bits}({unsigned}(i)));
    {prefix}vec2 pair = {prefix}vec2(value, values[i ^ 1u]);
    vectors[i] = pair.yx;
}}
",
            name = format.name,
            prefix = format.prefix
        );
    let size = count as usize;
    let empty = |words: usize| vec![0xcd; words * 4];
    let buffers = vec![
        packed(&patterns, format.bits),
        empty(size),
        vec![0xcd; size * format.bits as usize / 8],
        empty(size),
        empty(size),
        empty(2 * size),
    ];
    let Some(results) = run(device, format.name, &text, buffers, count / 64) else { return false };
    assert_eq!(results[2], packed(&patterns, format.bits), "{}: copies", format.name);
    let floats = |index: usize| words(&results[index]).into_iter().map(f32::from_bits).collect::<Vec<_>>();
    let (direct, made, vectors) = (floats(1), floats(4), floats(5));
    let bits = words(&results[3]);
    for pattern in patterns {
        let expected = format.value(pattern);
        let fits = |got: f32| {
            let same = f64::from(got).to_bits() == expected.to_bits();
            // A denormal bfloat16 is a denormal float.
            same || (got.is_nan() && expected.is_nan()) || (got == 0.0 && format.is_denormal(pattern))
        };
        let index = pattern as usize;
        let partner = vectors[2 * (index ^ 1)];
        for (got, what) in [(direct[index], "loaded"), (made[index], "made of bits"), (partner, "in a vector")] {
            assert!(fits(got), "{} {pattern:#x}, {what}: {got} instead of {expected}", format.name);
        }
        assert_eq!(bits[index], pattern, "{}: bits", format.name);
    }
    true
}

/// Numbers that are interesting to convert: every value, every tie and their neighbours, and arbitrary floats.
fn numbers(format: &Format) -> Vec<f32> {
    let mut numbers = vec![0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, f32::MAX, f32::MIN_POSITIVE];
    for pattern in 0..=format.largest() {
        let value = format.value(pattern) as f32;
        let next = if pattern == format.largest() {
            (2.0 * format.value(pattern) - format.value(pattern - 1)) as f32
        } else {
            format.value(pattern + 1) as f32
        };
        let tie = value + (next - value) / 2.0;
        for number in [value, tie, tie.next_up(), tie.next_down()] {
            numbers.extend([number, -number]);
        }
    }
    let mut random = Random::new(7);
    numbers.extend((0..4096).map(|_| f32::from_bits(random.next() as u32)));
    numbers.resize(numbers.len().next_multiple_of(64), 1.0);
    numbers
}

/// Floats become the nearest number of the format.
fn from_floats(device: &Device, format: &Format) -> bool {
    let numbers = numbers(format);
    let saturates = format.bits == 8;
    let saturate = if saturates { "saturatedConvertEXT(clamped[i], floats[i]);" } else { "clamped[i] = result[i];" };
    let text = head(format, "")
        + &format!(
            "layout(binding = 0, std430) readonly buffer In {{ float floats[]; }};
layout(binding = 1, std430) buffer Out {{ {name} result[]; }};
layout(binding = 2, std430) buffer Clamped {{ {name} clamped[]; }};
void main() {{
    uint i = gl_GlobalInvocationID.x;
    result[i] = {name}(floats[i]);
    {saturate}
}}
",
            name = format.name
        );
    let patterns: Vec<u32> = numbers.iter().map(|number| number.to_bits()).collect();
    let bytes_each = format.bits as usize / 8;
    let empty = vec![0xcd; numbers.len() * bytes_each];
    let buffers = vec![bytes(&patterns), empty.clone(), empty];
    let Some(results) = run(device, format.name, &text, buffers, numbers.len() as u32 / 64) else { return false };
    let mut towards_zero = 0;
    for (index, &number) in numbers.iter().enumerate() {
        for (buffer, saturated) in [(1, false), (2, saturates)] {
            let mut pattern = [0; 4];
            let place = index * bytes_each;
            pattern[..bytes_each].copy_from_slice(&results[buffer][place..place + bytes_each]);
            let got = u32::from_le_bytes(pattern);
            // Denormal floats may be treated as zero.
            let flushed = number.is_subnormal() && format.value(got) == 0.0;
            match format.accepts(number.into(), got, saturated) {
                Some(true) => {}
                None => towards_zero += 1,
                Some(false) => assert!(
                    flushed,
                    "{}: {number:?} ({:#x}) became {got:#x}, not {:#x}; saturated: {saturated}",
                    format.name,
                    number.to_bits(),
                    format.nearest(number.into())
                ),
            }
        }
    }
    shout(&format!("{}: {} conversions, {towards_zero} of them towards zero", format.name, 2 * numbers.len()));
    true
}

/// Integers, both ways.
fn integers(device: &Device, format: &Format) -> bool {
    let mut random = Random::new(11);
    let mut values: Vec<i32> = (-300..=300).collect();
    values.extend((0..679).map(|_| (random.next() as i32) >> random.below(31)));
    let text = head(format, "")
        + &format!(
            "layout(binding = 0, std430) readonly buffer In {{ int values[]; }};
layout(binding = 1, std430) writeonly buffer Out {{ float floats[]; }};
layout(binding = 2, std430) writeonly buffer Back {{ int back[]; }};
void main() {{
    uint i = gl_GlobalInvocationID.x;
    {name} number = {name}(values[i]);
    floats[i] = float(number);
    back[i] = abs(values[i]) < 128 ? int(number) : 0;
}}
",
            name = format.name
        );
    let words_in: Vec<u32> = values.iter().map(|value| *value as u32).collect();
    let empty = vec![0xcd; values.len() * 4];
    let groups = values.len() as u32 / 64;
    let Some(results) = run(device, format.name, &text, vec![bytes(&words_in), empty.clone(), empty], groups) else {
        return false;
    };
    let (floats, back) = (words(&results[1]), words(&results[2]));
    for (index, &value) in values.iter().enumerate() {
        let got = f64::from(f32::from_bits(floats[index]));
        let exact = f64::from(value);
        let sign = if value < 0 { -1.0 } else { 1.0 };
        let nearest = format.nearest(exact);
        let fits = if nearest > format.largest() {
            got.is_nan() || got.abs() >= format.value(format.largest())
        } else {
            got == sign * format.value(nearest) || got == sign * format.value(format.neighbours(exact).0)
        };
        assert!(fits, "{}: {value} became {got}", format.name);
        if value.abs() < 128 {
            assert_eq!(f64::from(back[index] as i32), got.trunc(), "{}: {value} and back", format.name);
        }
    }
    true
}

#[test]
fn conversions() {
    let Some(device) = vulkan::device() else { return };
    for format in &FORMATS {
        let ran = every_pattern(&device, format) & from_floats(&device, format) & integers(&device, format);
        shout(&format!("{} {} on {}", format.name, if ran { "agrees" } else { "did not run" }, device.name));
    }
}

/// Small integers, so that the sums are exact in any order.
#[test]
fn dot_products() {
    let Some(device) = vulkan::device() else { return };
    let format = &FORMATS[0];
    let text = head(format, "")
        + "layout(binding = 0, std430) readonly buffer In { bf16vec4 vectors[]; };
layout(binding = 1, std430) writeonly buffer Out { float sums[]; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    bf16vec4 a = vectors[2 * i], b = vectors[2 * i + 1];
    sums[3 * i] = dot(a, b);
    sums[3 * i + 1] = dot(a.xyz, b.zyx);
    sums[3 * i + 2] = dot(a.x, b.y);
}
";
    let mut random = Random::new(3);
    let values: Vec<i32> = (0..64 * 8).map(|_| random.below(11) as i32 - 5).collect();
    let patterns: Vec<u32> = values.iter().map(|&value| (value as f32).to_bits() >> 16).collect();
    let buffers = vec![packed(&patterns, 16), vec![0xcd; 64 * 3 * 4]];
    let Some(results) = run(&device, "dot", &text, buffers, 1) else { return };
    let sums: Vec<f32> = words(&results[1]).into_iter().map(f32::from_bits).collect();
    for (index, pair) in values.chunks_exact(8).enumerate() {
        let (a, b) = pair.split_at(4);
        let product = |picks: &[(usize, usize)]| picks.iter().map(|&(l, r)| a[l] * b[r]).sum::<i32>() as f32;
        let expected =
            [product(&[(0, 0), (1, 1), (2, 2), (3, 3)]), product(&[(0, 2), (1, 1), (2, 0)]), product(&[(0, 1)])];
        assert_eq!(sums[3 * index..3 * index + 3], expected, "{a:?} {b:?}");
    }
}

/// The model gives known patterns; nothing here needs a device.
#[test]
fn the_model_is_right() {
    let [bfloat16, e4m3, e5m2] = &FORMATS;
    for (format, value, expected) in [
        (bfloat16, 0.1, 0x3dcd),
        (bfloat16, 257.0, 0x4380),
        (bfloat16, 1e39, 0x7f80),
        (e4m3, 464.0, 0x7e),
        (e4m3, 465.0, 0x7f),
        (e4m3, 1.0, 0x38),
        (e5m2, 61440.0, 0x7c),
        (e5m2, 1.125, 0x3c),
    ] {
        assert_eq!(format.nearest(value), expected, "{} {value}", format.name);
    }
    assert_eq!(e4m3.accepts(-1e9, 0xfe, true), Some(true));
    assert_eq!(e4m3.accepts(-1e9, 0xff, false), Some(true));
    assert_eq!(e4m3.accepts(0.3, 0x30, false), Some(false));
    assert_eq!(bfloat16.accepts(1.0 + 3.0 / 512.0, 0x3f80, false), None);
}
