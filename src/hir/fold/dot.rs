//! Dot products of integers (GL_EXT_integer_dot_product).
//!
//! Comes in: unpacked operands of one of the six instructions. Goes out: the bits of the result. Must not depend on:
//! where the operands come from.

use crate::builtins::vocabulary::Op;

use super::lanes::Lanes;
use super::scalar;
use crate::hir::{Scalar, ScalarKind};

/// Whether an instruction is a dot product of integers.
pub(super) const fn is_integer_dot(op: Op) -> bool {
    matches!(op, Op::SDot | Op::UDot | Op::SUDot | Op::SDotAccSat | Op::UDotAccSat | Op::SUDotAccSat)
}

/// The product of `operands`, modulo the width of `result` or, with an accumulator, saturated to it. `packed` operands
/// are four bytes in 32 bits.
pub(super) fn integer_dot(op: Op, result: Scalar, operands: &[Lanes], packed: bool) -> Option<u64> {
    let (left, right) = (operands.first()?, operands.get(1)?);
    let left = components(left, packed, !matches!(op, Op::UDot | Op::UDotAccSat));
    let right = components(right, packed, matches!(op, Op::SDot | Op::SDotAccSat));
    // Wrapping: 64-bit products may overflow the sum, but its low bits stay right.
    let product = left.into_iter().zip(right).fold(0_i128, |sum, (a, b)| sum.wrapping_add(a.wrapping_mul(b)));
    let Some(accumulator) = operands.get(2) else {
        return Some(scalar::normalize(result, product as u64));
    };
    let is_signed = result.kind == ScalarKind::Sint;
    let sum = product.wrapping_add(number(is_signed, accumulator.bit(0)?));
    let bits = u32::from(result.width) * 8;
    let (least, most) = match is_signed {
        true => (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1),
        false => (0, (1_i128 << bits) - 1),
    };
    Some(scalar::normalize(result, sum.clamp(least, most) as u64))
}

fn number(signed: bool, bits: u64) -> i128 {
    if signed { i128::from(bits as i64) } else { i128::from(bits) }
}

fn components(operand: &Lanes, packed: bool, signed: bool) -> Vec<i128> {
    if !packed {
        return operand.bits.iter().map(|&bits| number(signed, bits)).collect();
    }
    let whole = operand.bit(0).unwrap_or(0) as u32;
    whole.to_le_bytes().iter().map(|&byte| if signed { i128::from(byte as i8) } else { i128::from(byte) }).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;

    fn lanes(scalar: Scalar, bits: &[i64]) -> Lanes {
        let unused = 64 - u32::from(scalar.width) * 8;
        let mask = if scalar.kind == ScalarKind::Uint { u64::MAX >> unused } else { u64::MAX };
        Lanes { scalar, columns: 1, rows: bits.len(), bits: bits.iter().map(|&it| it as u64 & mask).collect() }
    }

    #[test]
    fn products() {
        let (i, u) = (Scalar::I32, Scalar::U32);
        let cases: &[(Op, Scalar, Vec<Lanes>, bool, i64)] = &[
            (Op::SDot, i, vec![lanes(i, &[-2, 3]), lanes(i, &[4, 5])], false, 7),
            (Op::UDot, u, vec![lanes(u, &[-1, 1]), lanes(u, &[2, 5])], false, 3),
            (Op::SUDot, i, vec![lanes(i, &[-2, 1]), lanes(u, &[3, 1])], false, -5),
            (Op::SDot, i, vec![lanes(i, &[0xff02]), lanes(i, &[0x0203])], true, 4),
            (Op::UDot, u, vec![lanes(u, &[0xff02]), lanes(u, &[0x0203])], true, 516),
            (Op::SUDot, i, vec![lanes(i, &[0xff]), lanes(u, &[0xff])], true, -255),
            (
                Op::SDotAccSat,
                i,
                vec![lanes(i, &[2]), lanes(i, &[3]), lanes(i, &[i64::from(i32::MAX)])],
                false,
                0x7fff_ffff,
            ),
            (Op::UDotAccSat, u, vec![lanes(u, &[2]), lanes(u, &[3]), lanes(u, &[-1])], false, 0xffff_ffff),
            (
                Op::SDotAccSat,
                i,
                vec![lanes(i, &[-2]), lanes(i, &[3]), lanes(i, &[i64::from(i32::MIN)])],
                false,
                i64::from(i32::MIN),
            ),
        ];
        for (op, result, operands, packed, expected) in cases {
            assert_eq!(integer_dot(*op, *result, operands, *packed), Some(*expected as u64), "{op:?} {expected}");
        }
    }
}
