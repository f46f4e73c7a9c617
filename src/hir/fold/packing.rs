//! Packing and reinterpreting bits (GLSL 4.60, 8.4).
//!
//! Comes in: components. Goes out: bits of other components. Must not depend on: handles.

use crate::builtins::vocabulary::GlslStd450Op as G;

use super::lanes::Lanes;
use super::scalar;
use crate::hir::Scalar;

const F16: Scalar = Scalar { kind: crate::hir::ScalarKind::Float, width: 2 };

/// The packing instructions of GLSL.std.450; `None` for any other.
pub(super) fn pack(instruction: G, operands: &[Lanes]) -> Option<Vec<u64>> {
    let operand = operands.first()?;
    let packed = |width: u32, normalized: &dyn Fn(f64) -> i64| {
        let mut word = 0;
        for (index, value) in operand.floats().into_iter().enumerate() {
            let part = normalized(value) as u64 & ((1 << width) - 1);
            word |= part << (index as u32 * width);
        }
        vec![word]
    };
    let unpacked = |width: u32, value: &dyn Fn(u64) -> f64| {
        let word = operand.bit(0)?;
        let part = |index: u32| word >> (index * width) & ((1 << width) - 1);
        Some((0..32 / width).map(|index| scalar::from_f64(Scalar::F32, value(part(index)))).collect())
    };
    // A NaN becomes zero, as `as` converts it.
    let signed = |scale: f64| move |value: f64| (value.clamp(-1.0, 1.0) * scale).round_ties_even() as i64;
    let unsigned = |scale: f64| move |value: f64| (value.clamp(0.0, 1.0) * scale).round_ties_even() as i64;
    Some(match instruction {
        G::PackSnorm4x8 => packed(8, &signed(127.0)),
        G::PackUnorm4x8 => packed(8, &unsigned(255.0)),
        G::PackSnorm2x16 => packed(16, &signed(32767.0)),
        G::PackUnorm2x16 => packed(16, &unsigned(65535.0)),
        G::PackHalf2x16 => packed(16, &|value| scalar::from_f64(F16, value) as i64),
        G::PackDouble2x32 => vec![operand.bit(0)? | operand.bit(1)? << 32],
        G::UnpackSnorm4x8 => unpacked(8, &|part| (f64::from(part as u8 as i8) / 127.0).clamp(-1.0, 1.0))?,
        G::UnpackUnorm4x8 => unpacked(8, &|part| part as f64 / 255.0)?,
        G::UnpackSnorm2x16 => unpacked(16, &|part| (f64::from(part as u16 as i16) / 32767.0).clamp(-1.0, 1.0))?,
        G::UnpackUnorm2x16 => unpacked(16, &|part| part as f64 / 65535.0)?,
        G::UnpackHalf2x16 => unpacked(16, &|part| scalar::to_f64(F16, part))?,
        G::UnpackDouble2x32 => vec![operand.bit(0)? & 0xffff_ffff, operand.bit(0)? >> 32],
        _ => return None,
    })
}

/// OpBitcast: the same bits as components of another width, the first component in the low bits.
pub(super) fn bitcast(operand: &Lanes, to: Scalar, count: usize) -> Option<Vec<u64>> {
    let (from_width, to_width) = (scalar::width(operand.scalar), scalar::width(to));
    if operand.bits.len() * from_width as usize != count * to_width as usize {
        return None;
    }
    let mut parts = operand.bits.iter();
    // Bits that were read but not yet written: fewer than two components have.
    let (mut waiting, mut filled) = (0_u128, 0);
    let mut results = Vec::with_capacity(count);
    while results.len() < count {
        while filled < to_width {
            let part = u128::from(parts.next()?.unbounded_shl(64 - from_width) >> (64 - from_width));
            waiting |= part << filled;
            filled += from_width;
        }
        results.push(scalar::normalize(to, waiting as u64));
        waiting >>= to_width;
        filled -= to_width;
    }
    Some(results)
}
