//! Integers of 8, 16, 32 and 64 bits on a Vulkan device, against arithmetic of 128 bits on the CPU: every operator, functions, and
//! conversions between all of them, with the values at which they wrap.
//!
//! Each expression is computed from numbers in memory, and again from constants, which `hir/fold` computes. Divisors that make a
//! result undefined are replaced in the expression itself.

use std::fmt::Write;

use crate::common::random::Random;
use crate::common::vulkan::{self, Binding, Device, Job};
use crate::common::{self, compile, validate};
use glslsub::internals::target::{Target, TargetEnvironment};

/// An integer type.
#[derive(Clone, Copy)]
struct Integer {
    name: &'static str,
    bits: u32,
    is_signed: bool,
}

const INTEGERS: &[Integer] = &[
    Integer { name: "int8_t", bits: 8, is_signed: true },
    Integer { name: "uint8_t", bits: 8, is_signed: false },
    Integer { name: "int16_t", bits: 16, is_signed: true },
    Integer { name: "uint16_t", bits: 16, is_signed: false },
    Integer { name: "int", bits: 32, is_signed: true },
    Integer { name: "uint", bits: 32, is_signed: false },
    Integer { name: "int64_t", bits: 64, is_signed: true },
    Integer { name: "uint64_t", bits: 64, is_signed: false },
];

impl Integer {
    /// The value with the low bits of another.
    const fn wrap(self, value: i128) -> i128 {
        let low = value & ((1 << self.bits) - 1);
        if self.is_signed && low >> (self.bits - 1) != 0 { low - (1 << self.bits) } else { low }
    }

    const fn least(self) -> i128 {
        if self.is_signed { -(1 << (self.bits - 1)) } else { 0 }
    }

    const fn greatest(self) -> i128 {
        if self.is_signed { (1 << (self.bits - 1)) - 1 } else { (1 << self.bits) - 1 }
    }

    fn encode(self, value: i128) -> Vec<u8> {
        value.to_le_bytes()[..self.bits as usize / 8].to_vec()
    }

    fn decode(self, bytes: &[u8]) -> i128 {
        self.wrap(bytes.iter().rev().fold(0, |value, byte| value << 8 | i128::from(*byte)))
    }

    /// A constant expression with this value.
    fn literal(self, value: i128) -> String {
        let suffix = match (self.bits, self.is_signed) {
            (64, true) => "l",
            (64, false) => "ul",
            (_, true) => "",
            (_, false) => "u",
        };
        if value < 0 {
            format!("{}(-{}{suffix} - 1{suffix})", self.name, -(value + 1))
        } else {
            format!("{}({value}{suffix})", self.name)
        }
    }

    fn values(self, random: &mut Random) -> Vec<i128> {
        let (least, greatest) = (self.least(), self.greatest());
        let mut values = vec![0, 1, 2, 3, 7, greatest, greatest - 1, greatest / 2, greatest / 3, least, least + 1];
        values.extend([-1, -2].map(|it| self.wrap(it)));
        values.extend((0..3).map(|_| self.wrap(random.next().into())));
        values
    }
}

/// What is computed from two numbers `x` and `y` of a type `T`; the result has the type `T`, too.
type Operation = (&'static str, fn(Integer, i128, i128) -> i128);

/// A divisor that makes every quotient defined: `T(0)` and, as the least number has no opposite, `T(-1)` are replaced.
const fn divisor(ty: Integer, y: i128) -> i128 {
    if y == 0 || y == ty.wrap(-1) { 3 } else { y }
}

const OPERATIONS: &[Operation] = &[
    ("x + y", |_, x, y| x + y),
    ("x - y", |_, x, y| x - y),
    ("x * y", |_, x, y| x.wrapping_mul(y)),
    ("x / (y == T(0) || y == T(-1) ? T(3) : y)", |ty, x, y| x / divisor(ty, y)),
    // The remainder of negative numbers is undefined.
    ("(x >> T(1) & ~(T(1) << T(BITS - 1))) % (y & T(7) | T(1))", |ty, x, y| {
        (x >> 1 & !(1 << (ty.bits - 1)) & ((1 << ty.bits) - 1)) % (y & 7 | 1)
    }),
    ("x & y", |_, x, y| x & y),
    ("x | y", |_, x, y| x | y),
    ("x ^ y", |_, x, y| x ^ y),
    ("~x", |_, x, _| !x),
    ("-x", |_, x, _| -x),
    ("x << (y & T(BITS - 1))", |ty, x, y| x << (y & i128::from(ty.bits - 1))),
    ("x >> (y & T(BITS - 1))", |ty, x, y| x >> (y & i128::from(ty.bits - 1))),
    ("T(x < y)", |_, x, y| i128::from(x < y)),
    ("T(x <= y)", |_, x, y| i128::from(x <= y)),
    ("T(x > y)", |_, x, y| i128::from(x > y)),
    ("T(x >= y)", |_, x, y| i128::from(x >= y)),
    ("T(x == y)", |_, x, y| i128::from(x == y)),
    ("T(x != y)", |_, x, y| i128::from(x != y)),
    ("T(bool(x))", |_, x, _| i128::from(x != 0)),
    ("min(x, y)", |_, x, y| x.min(y)),
    ("max(x, y)", |_, x, y| x.max(y)),
    ("clamp(x, min(y, T(5)), max(y, T(5)))", |_, x, y| x.clamp(y.min(5), y.max(5))),
    ("x < y ? x : y", |_, x, y| if x < y { x } else { y }),
    ("T(int8_t(x))", |_, x, _| INTEGERS[0].wrap(x)),
    ("T(uint8_t(x))", |_, x, _| INTEGERS[1].wrap(x)),
    ("T(int16_t(x))", |_, x, _| INTEGERS[2].wrap(x)),
    ("T(uint16_t(x))", |_, x, _| INTEGERS[3].wrap(x)),
    ("T(int(x))", |_, x, _| INTEGERS[4].wrap(x)),
    ("T(uint(x))", |_, x, _| INTEGERS[5].wrap(x)),
    ("T(int64_t(x))", |_, x, _| INTEGERS[6].wrap(x)),
    ("T(uint64_t(x))", |_, x, _| INTEGERS[7].wrap(x)),
    // All these are exact.
    ("T(float(x & T(127)))", |_, x, _| x & 127),
    ("T(float16_t(x & T(127)))", |_, x, _| x & 127),
    ("T(double(x & T(127)) + 0.5lf)", |_, x, _| x & 127),
];

/// For signed types only.
const SIGNED: &[Operation] = &[("abs(x)", |_, x, _| x.abs()), ("sign(x)", |_, x, _| x.signum())];

const HEAD: &str = "#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 64) in;
";

/// `T` and `BITS` replaced.
fn spelled(ty: Integer, expression: &str) -> String {
    expression.replace("BITS", &ty.bits.to_string()).replace("T(", &format!("{}(", ty.name))
}

/// Every operation on numbers in memory.
fn in_memory(ty: Integer, operations: &[Operation]) -> String {
    let (name, count) = (ty.name, operations.len());
    let mut text = format!(
        "{HEAD}layout(binding = 0) readonly buffer A {{ {name} a[]; }};\nlayout(binding = 1) readonly buffer B {{ {name} b[]; }};\n\
         layout(binding = 2) writeonly buffer R {{ {name} r[]; }};\nvoid main() {{\n    uint i = gl_GlobalInvocationID.x;\n    \
         {name} x = a[i], y = b[i];\n"
    );
    for (index, (expression, _)) in operations.iter().enumerate() {
        writeln!(text, "    r[i * {count} + {index}] = {};", spelled(ty, expression)).unwrap();
    }
    text + "}\n"
}

/// Every operation on a pair of constants.
fn as_constants(ty: Integer, operations: &[Operation], (x, y): (i128, i128)) -> String {
    let name = ty.name;
    let mut text = format!(
        "{HEAD}layout(binding = 2) writeonly buffer R {{ {name} r[]; }};\nconst {name} x = {}, y = {};\nvoid main() {{\n",
        ty.literal(x),
        ty.literal(y)
    );
    for (index, (expression, _)) in operations.iter().enumerate() {
        writeln!(text, "    const {name} r{index} = {};\n    r[{index}] = r{index};", spelled(ty, expression)).unwrap();
    }
    text + "}\n"
}

/// What a device writes; `None` if it lacks something.
fn run(
    device: &Device,
    text: &str,
    bindings: &[Binding],
    groups: u32,
    passes: bool,
) -> Result<Option<Vec<u8>>, String> {
    let target = Target::from(TargetEnvironment::Vulkan1_2);
    let words = compile::spirv_at("integers.comp", text, target, &[], passes)?;
    if let Some(complaint) = validate::validate(&words, target).complaint() {
        return Err(format!("invalid: {complaint}\n{text}"));
    }
    if device.missing_capability(&words).is_some() {
        return Ok(None);
    }
    let contents = device.run(&Job { words: &words, groups: [groups, 1, 1], bindings, ..Job::default() })?;
    Ok(contents.last().cloned())
}

fn compare(
    ty: Integer,
    operations: &[Operation],
    pairs: &[(i128, i128)],
    found: &[u8],
    what: &str,
) -> Result<(), String> {
    let size = ty.bits as usize / 8;
    for (row, &(x, y)) in pairs.iter().enumerate() {
        for (column, (expression, model)) in operations.iter().enumerate() {
            let at = (row * operations.len() + column) * size;
            let (found, expected) = (ty.decode(&found[at..at + size]), ty.wrap(model(ty, x, y)));
            if found != expected {
                let name = ty.name;
                return Err(format!("{name}, {what}: {expression} with x = {x}, y = {y} is {found}, not {expected}"));
            }
        }
    }
    Ok(())
}

#[test]
fn integers_of_every_width_compute_as_on_the_cpu() {
    let Some(device) = vulkan::device() else { return };
    let mut random = Random::new(8);
    let mut failures = Vec::new();
    let mut missing = Vec::new();
    for &ty in INTEGERS {
        let operations = [OPERATIONS, if ty.is_signed { SIGNED } else { &[] }].concat();
        let values = ty.values(&mut random);
        let pairs: Vec<_> = values.iter().flat_map(|x| values.iter().map(|y| (*x, *y))).collect();
        let groups = pairs.len().div_ceil(64);
        let column = |of: fn(&(i128, i128)) -> i128| -> Vec<u8> {
            let padded = pairs.iter().chain(std::iter::repeat(&(1, 1))).take(groups * 64);
            padded.flat_map(|pair| ty.encode(of(pair))).collect()
        };
        let results = |rows: usize| Binding::storage(2, vec![0; rows * operations.len() * ty.bits as usize / 8]);
        let bindings =
            [Binding::storage(0, column(|it| it.0)), Binding::storage(1, column(|it| it.1)), results(groups * 64)];
        for &passes in compile::both() {
            match run(&device, &in_memory(ty, &operations), &bindings, groups as u32, passes) {
                Ok(Some(found)) => failures.extend(compare(ty, &operations, &pairs, &found, "in memory").err()),
                Ok(None) => missing.push(ty.name),
                Err(error) => failures.push(error),
            }
        }
        // Each value, and each before the next.
        for pair in values.iter().copied().zip(values.iter().copied().cycle().skip(4)) {
            match run(&device, &as_constants(ty, &operations, pair), &[results(1)], 1, false) {
                Ok(Some(found)) => failures.extend(compare(ty, &operations, &[pair], &found, "as constants").err()),
                Ok(None) => missing.push(ty.name),
                Err(error) => failures.push(error),
            }
        }
    }
    if !missing.is_empty() {
        common::shout(&format!("the device lacks something for {missing:?}"));
    }
    common::report(INTEGERS.len() * OPERATIONS.len(), &failures);
}
