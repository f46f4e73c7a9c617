//! Arithmetic on the bits of one scalar.
//!
//! Comes in: scalar types and the bits of constants, as [`ConstantKind::Scalar`](crate::hir::ConstantKind::Scalar)
//! stores them. Goes out: bits in the same form. Must not depend on: vectors, handles, expressions.
//!
//! Every operation gives the same bits on every machine: floats of 16 and 32 bits are computed in binary64 and rounded
//! once, which for the four operations and the square root is the correctly rounded result, and a NaN is always the
//! one positive quiet NaN without payload.

use super::small_float;
use crate::hir::{BinaryOperation, Scalar, ScalarKind, binary16};

/// The result of an operation on two scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Bits(u64),
    DivisionByZero,
    Undefined,
}

/// The signed integer type of the width of `scalar`.
pub(super) const fn signed(scalar: Scalar) -> Scalar {
    Scalar { kind: ScalarKind::Sint, width: scalar.width }
}

/// The unsigned integer type of the width of `scalar`.
pub(super) const fn unsigned(scalar: Scalar) -> Scalar {
    Scalar { kind: ScalarKind::Uint, width: scalar.width }
}

/// The number of bits of a type; a `bool` counts as one byte.
pub(super) fn width(scalar: Scalar) -> u32 {
    scalar.bits().clamp(1, 64)
}

/// The low bits that `scalar` has, sign-extended to 64 bits if it is signed; 0 or 1 for `bool`.
pub(super) fn normalize(scalar: Scalar, bits: u64) -> u64 {
    let unused = 64 - width(scalar);
    match scalar.kind {
        ScalarKind::Bool => u64::from(bits != 0),
        ScalarKind::Sint => ((bits << unused) as i64 >> unused) as u64,
        _ => bits << unused >> unused,
    }
}

/// The value of a float of any width.
pub(super) fn to_f64(scalar: Scalar, bits: u64) -> f64 {
    if let ScalarKind::SmallFloat(format) = scalar.kind {
        return small_float::to_f64(format, bits);
    }
    match scalar.width {
        2 => binary16::to_f64(bits as u16),
        4 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    }
}

/// Rounds to the nearest float of the type, to the even one of two.
pub(super) fn from_f64(scalar: Scalar, value: f64) -> u64 {
    if let ScalarKind::SmallFloat(format) = scalar.kind {
        return small_float::from_f64(format, value);
    }
    match scalar.width {
        2 => u64::from(binary16::from_f64(value)),
        4 if value.is_nan() => 0x7fc0_0000,
        4 => u64::from((value as f32).to_bits()),
        _ if value.is_nan() => 0x7ff8_0000_0000_0000,
        _ => value.to_bits(),
    }
}

/// The value of an integer, sign- or zero-extended.
fn integer(scalar: Scalar, bits: u64) -> i128 {
    if scalar.kind == ScalarKind::Sint { i128::from(bits as i64) } else { i128::from(bits) }
}

/// Converts a scalar by value (GLSL 4.60, 5.4.1). Integers wrap; floats out of range, where GLSL leaves the value
/// undefined, saturate.
pub(super) fn convert(from: Scalar, to: Scalar, bits: u64) -> u64 {
    let is_float = |scalar: Scalar| scalar.kind.is_any_float();
    match (from.kind, to.kind) {
        _ if from == to => bits,
        (_, ScalarKind::Bool) if is_float(from) => u64::from(to_f64(from, bits) != 0.0),
        (_, ScalarKind::Bool) => u64::from(bits != 0),
        _ if is_float(from) && is_float(to) => from_f64(to, to_f64(from, bits)),
        _ if is_float(from) => {
            let value = to_f64(from, bits);
            let unused = 64 - width(to);
            let clamped = if to.kind == ScalarKind::Sint {
                (value as i64).clamp(i64::MIN >> unused, i64::MAX >> unused) as u64
            } else {
                (value as u64).min(u64::MAX >> unused)
            };
            normalize(to, clamped)
        }
        _ if is_float(to) => {
            let value = integer(from, bits);
            match (to.kind, to.width) {
                (ScalarKind::SmallFloat(_), _) => from_f64(to, rounded_to_odd(value)),
                (_, 8) => from_f64(to, value as f64),
                (_, 4) => u64::from((value as f32).to_bits()),
                // Anything that binary64 would round is far beyond binary16.
                _ => from_f64(to, value as f64),
            }
        }
        _ => normalize(to, bits),
    }
}

/// The integer rounded to odd: 53 bits, the last of them set if any bit was lost. Rounding that again gives the same as
/// rounding the integer itself.
fn rounded_to_odd(value: i128) -> f64 {
    let magnitude = value.unsigned_abs();
    let lost = (u128::BITS - magnitude.leading_zeros()).saturating_sub(53);
    let sticky = u128::from(magnitude & !(u128::MAX << lost) != 0);
    let kept = (magnitude >> lost | sticky) << lost;
    if value < 0 { -(kept as f64) } else { kept as f64 }
}

/// `-x`
pub(super) fn negate(scalar: Scalar, bits: u64) -> Option<u64> {
    match scalar.kind {
        ScalarKind::Float => Some(from_f64(scalar, -to_f64(scalar, bits))),
        ScalarKind::Sint | ScalarKind::Uint => Some(normalize(scalar, bits.wrapping_neg())),
        _ => None,
    }
}

/// A binary operation on one component. Comparisons give a `bool`. The right operand of a shift has its own type and
/// is taken modulo the width of the left one, beyond which GLSL leaves the value undefined.
pub(super) fn binary(operation: BinaryOperation, scalar: Scalar, left: u64, right: u64) -> Outcome {
    let bits = match scalar.kind {
        ScalarKind::Float => float(operation, scalar, to_f64(scalar, left), to_f64(scalar, right)),
        ScalarKind::Bool => boolean(operation, left != 0, right != 0),
        _ => return integral(operation, scalar, left, right),
    };
    bits.map_or(Outcome::Undefined, Outcome::Bits)
}

fn float(operation: BinaryOperation, scalar: Scalar, left: f64, right: f64) -> Option<u64> {
    use BinaryOperation as B;
    let value = match operation {
        B::Add => left + right,
        B::Subtract => left - right,
        B::Multiply => left * right,
        B::Divide => left / right,
        B::Equal => return Some(u64::from(left == right)),
        B::NotEqual => return Some(u64::from(left != right)),
        B::Less => return Some(u64::from(left < right)),
        B::LessEqual => return Some(u64::from(left <= right)),
        B::Greater => return Some(u64::from(left > right)),
        B::GreaterEqual => return Some(u64::from(left >= right)),
        _ => return None,
    };
    Some(from_f64(scalar, value))
}

fn boolean(operation: BinaryOperation, left: bool, right: bool) -> Option<u64> {
    use BinaryOperation as B;
    Some(u64::from(match operation {
        B::Equal => left == right,
        B::NotEqual | B::LogicalXor => left != right,
        B::LogicalAnd => left && right,
        B::LogicalOr => left || right,
        _ => return None,
    }))
}

fn integral(operation: BinaryOperation, scalar: Scalar, left: u64, right: u64) -> Outcome {
    use BinaryOperation as B;
    let is_signed = scalar.kind == ScalarKind::Sint;
    let (l, r) = (integer(scalar, left), integer(scalar, right));
    let amount = (right & u64::from(width(scalar) - 1)) as u32;
    let compared = |holds: bool| Outcome::Bits(u64::from(holds));
    let bits = match operation {
        B::Add => left.wrapping_add(right),
        B::Subtract => left.wrapping_sub(right),
        B::Multiply => left.wrapping_mul(right),
        B::Divide | B::Modulo if r == 0 => return Outcome::DivisionByZero,
        B::Divide => (l / r) as u64,
        B::Modulo => ((l % r + r) % r) as u64,
        B::ShiftLeft => left << amount,
        B::ShiftRight if is_signed => (left as i64 >> amount) as u64,
        B::ShiftRight => left >> amount,
        B::BitAnd => left & right,
        B::BitOr => left | right,
        B::BitXor => left ^ right,
        B::Equal => return compared(l == r),
        B::NotEqual => return compared(l != r),
        B::Less => return compared(l < r),
        B::LessEqual => return compared(l <= r),
        B::Greater => return compared(l > r),
        B::GreaterEqual => return compared(l >= r),
        B::LogicalAnd | B::LogicalOr | B::LogicalXor => return Outcome::Undefined,
    };
    Outcome::Bits(normalize(scalar, bits))
}
