//! 32-bit and 64-bit numbers as bits.
//!
//! Comes in: bits and a type. Goes out: values, and bits again.

use super::*;

pub(super) fn f(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

pub(super) fn d(bits: u64) -> f64 {
    f64::from_bits(bits)
}

/// A float of a type as a double.
pub(super) fn float(bits: u64, ty: OperationType) -> f64 {
    if ty.bits == 64 { d(bits) } else { f(bits).into() }
}

/// The bits of a float of a type.
pub(super) fn from_float(value: f64, ty: OperationType) -> u64 {
    if ty.bits == 64 { value.to_bits() } else { u64::from((value as f32).to_bits()) }
}

/// An integer of a type.
pub(super) fn integer(bits: u64, ty: OperationType) -> i128 {
    match (ty.base, ty.bits) {
        (Base::Signed, 64) => (bits as i64).into(),
        (Base::Signed, _) => (bits as u32 as i32).into(),
        (_, 64) => bits.into(),
        _ => (bits as u32).into(),
    }
}

pub(super) fn wrap(value: i128, bits: u8) -> u64 {
    if bits == 64 { value as u64 } else { u64::from(value as u32) }
}

/// Bits of one width as another, by the type.
pub(super) fn resize(bits: u64, from: OperationType, to: u8) -> u64 {
    if from.bits == to {
        return bits;
    }
    match from.base {
        Base::Float => from_float(float(bits, from), OperationType { bits: to, ..from }),
        _ => wrap(integer(bits, from), to),
    }
}

/// A float as an integer with some bits: a value that is too large becomes the largest, NaN becomes 0.
pub fn float_to_integer(value: f64, base: Base, bits: u8) -> i128 {
    if value.is_nan() {
        return 0;
    }
    let (low, high) = match base {
        Base::Signed => (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1),
        _ => (0, (1_i128 << bits) - 1),
    };
    if value <= low as f64 {
        low
    } else if value >= high as f64 {
        high
    } else {
        value as i128
    }
}

pub(super) fn round(value: f64, rounding: Rounding) -> f64 {
    match rounding {
        Rounding::Nearest => value.round_ties_even(),
        Rounding::Up => value.ceil(),
        Rounding::Down => value.floor(),
        Rounding::Zero => value.trunc(),
    }
}

/// A number is preferred to NaN.
pub(super) fn least(a: f64, b: f64) -> f64 {
    if a.is_nan() {
        b
    } else if b.is_nan() || a < b {
        a
    } else {
        b
    }
}

pub(super) fn largest(a: f64, b: f64) -> f64 {
    if a.is_nan() {
        b
    } else if b.is_nan() || a > b {
        a
    } else {
        b
    }
}

/// A component of a result, with carry and overflow if the instruction has them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Result4 {
    pub(super) value: u64,
    pub(super) ty: OperationType,
    pub(super) sum: Option<(bool, bool)>,
    /// Whether it is defined, and whether carry and overflow are.
    pub(super) known: bool,
    pub(super) known_carry: bool,
}

impl Result4 {
    pub(super) const fn word(value: u64) -> Self {
        Self::of(value, OperationType::UNSIGNED)
    }

    pub(super) const fn of(value: u64, ty: OperationType) -> Self {
        Self { value, ty, sum: None, known: true, known_carry: true }
    }
}

pub(super) const fn negated(operand: &Operand) -> bool {
    operand.negate && !matches!(operand.source, Source::Literal(_))
}

pub(super) fn negate(value: u64, ty: OperationType) -> u64 {
    match ty.base {
        Base::Float => from_float(-float(value, ty), ty),
        _ => wrap(-integer(value, ty), ty.bits),
    }
}

pub(super) fn absolute(value: u64, ty: OperationType) -> u64 {
    match ty.base {
        Base::Float => from_float(float(value, ty).abs(), ty),
        _ => wrap(integer(value, ty).abs(), ty.bits),
    }
}

pub(super) fn add_with_flags(left: u64, right: u64, ty: OperationType, subtracts: bool) -> Result4 {
    let unsigned = OperationType { base: Base::Unsigned, ..ty };
    let signed = OperationType { base: Base::Signed, ..ty };
    let (a, b) = (integer(left, unsigned), integer(right, unsigned));
    let value = wrap(if subtracts { a - b } else { a + b }, ty.bits);
    let carry = if subtracts { a >= b } else { a + b >= 1_i128 << ty.bits };
    let exact = integer(left, signed) + if subtracts { -integer(right, signed) } else { integer(right, signed) };
    let overflow = exact != integer(value, signed);
    Result4 { sum: Some((carry, overflow)), ..Result4::of(value, ty) }
}

/// Bits in memory as a number of 32 or 64 bits.
pub(super) fn widen(bits: u64, storage: StorageType) -> u64 {
    match (storage.base, storage.bits) {
        (_, 32 | 64) => {
            if storage.bits == 64 {
                bits
            } else {
                bits & 0xFFFF_FFFF
            }
        }
        (Base::Float, _) => f16::from_bits(bits as u16).to_f32().to_bits().into(),
        (Base::Signed, 8) => u64::from(bits as u8 as i8 as i32 as u32),
        (Base::Signed, _) => u64::from(bits as u16 as i16 as i32 as u32),
        (_, 8) => bits & 0xFF,
        _ => bits & 0xFFFF,
    }
}

/// Bits, scale, smallest number and bias of a packed format.
pub(super) const fn packing(op: Op) -> (u32, f64, f64, f64) {
    match op {
        Op::Pk2us | Op::Up2us => (16, 65535.0, 0.0, 0.0),
        Op::Pk4b | Op::Up4b => (8, 127.0, -128.0 / 127.0, 128.0),
        _ => (8, 255.0, 0.0, 0.0),
    }
}

/// A float as the bits of a half, rounded in a direction.
pub(super) fn directed_half(exact: f32, rounding: Rounding) -> u16 {
    let near = f16::from_f32(exact);
    let back = near.to_f32();
    let (above, below) = (back > exact, back < exact);
    let bits = near.to_bits();
    match rounding {
        Rounding::Up if below => {
            if exact < 0.0 {
                bits - 1
            } else {
                bits + 1
            }
        }
        Rounding::Down if above => {
            if exact < 0.0 {
                bits + 1
            } else {
                bits - 1
            }
        }
        Rounding::Zero if back.abs() > exact.abs() => bits - 1,
        _ => bits,
    }
}

pub(super) fn directed(exact: f64, rounding: Rounding) -> f32 {
    let near = exact as f32;
    let back = f64::from(near);
    let wrong = match rounding {
        Rounding::Up => back < exact,
        Rounding::Down => back > exact,
        _ => back.abs() > exact.abs(),
    };
    if !wrong {
        return near;
    }
    let grows = match rounding {
        Rounding::Up => exact > 0.0,
        Rounding::Down => exact < 0.0,
        _ => false,
    };
    f32::from_bits(if grows { near.to_bits() + 1 } else { near.to_bits() - 1 })
}

/// Components in memory as numbers of 32 or 64 bits.
pub(super) fn decode_all(bytes: &[u8], storage: StorageType) -> Vec<u64> {
    bytes
        .chunks_exact(usize::from(storage.bits / 8))
        .map(|part| {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            widen(u64::from_le_bytes(word), storage)
        })
        .collect()
}

/// Numbers of 32 or 64 bits as components in memory.
pub(super) fn encode_all(bytes: &mut [u8], storage: StorageType, values: &[u64]) {
    for (part, &value) in bytes.chunks_exact_mut(usize::from(storage.bits / 8)).zip(values) {
        let value = match (storage.base, storage.bits) {
            (Base::Float, 16) => u64::from(f16::from_f32(f(value)).to_bits()),
            _ => value,
        };
        let width = part.len();
        part.copy_from_slice(&value.to_le_bytes()[..width]);
    }
}
