//! 16-bit floats: binary16 of IEEE 754, which Rust has no stable type for.
//!
//! Comes in: bits, or a number. Goes out: the number, or the nearest bits. Must not depend on: constants, types.

/// The number that the bits encode.
#[must_use]
pub fn to_f64(bits: u16) -> f64 {
    let exponent = i32::from(bits >> 10 & 0x1f);
    let mantissa = f64::from(bits & 0x3ff);
    let magnitude = match exponent {
        0x1f if mantissa == 0.0 => f64::INFINITY,
        0x1f => f64::NAN,
        // Below the smallest normal number there is no implicit bit.
        0 => libm::ldexp(mantissa, -24),
        _ => libm::ldexp(mantissa + 1024.0, exponent - 25),
    };
    if bits >> 15 == 0 { magnitude } else { -magnitude }
}

/// The number that the bits encode; always exact.
#[must_use]
pub fn to_f32(bits: u16) -> f32 {
    to_f64(bits) as f32
}

/// The bits of the number nearest to `value`, rounded once, ties to even.
#[must_use]
pub fn from_f64(value: f64) -> u16 {
    let sign = u16::from(value.is_sign_negative()) << 15;
    let magnitude = value.abs();
    if value.is_nan() {
        return 0x7e00;
    }
    if magnitude >= 65520.0 {
        return sign | 0x7c00;
    }
    // The biased exponent of binary64, at least that of the smallest normal number of binary16: below, all numbers have
    // the same spacing.
    let exponent = ((magnitude.to_bits() >> 52) as i64 - 1023).max(-14);
    // A power of two, so scaling is exact.
    let spacing = f64::from_bits(((exponent - 10 + 1023) as u64) << 52);
    let steps = (magnitude / spacing).round_ties_even() as u16;
    // Bit 10 of `steps` is the implicit one of a normal number, and carries into the exponent by addition.
    sign | (((exponent + 14) as u16) << 10).wrapping_add(steps)
}

#[cfg(test)]
mod tests {
    use super::{from_f64, to_f32, to_f64};

    #[test]
    fn every_pattern_has_its_value_and_keeps_it() {
        for bits in 0..=u16::MAX {
            let expected = half::f16::from_bits(bits);
            if expected.is_nan() {
                assert!(to_f64(bits).is_nan(), "{bits:#x}");
            } else {
                assert_eq!(to_f64(bits).to_bits(), expected.to_f64().to_bits(), "{bits:#x}");
                assert_eq!(to_f32(bits).to_bits(), expected.to_f32().to_bits(), "{bits:#x}");
                assert_eq!(from_f64(to_f64(bits)), bits);
            }
        }
    }

    /// Values between two neighbors: just below the midpoint, at it, and just above it. `half` only looks at the upper
    /// 32 bits of a number, so the expected pattern is spelled out here.
    #[test]
    fn numbers_between_patterns_are_rounded_to_the_nearest_and_then_to_even() {
        for bits in 0..=0x7bff {
            let next = if bits == 0x7bff { 65536.0 } else { to_f64(bits + 1) };
            let middle = (to_f64(bits) + next) / 2.0;
            let even = bits + bits % 2;
            for (value, expected) in [(middle.next_down(), bits), (middle, even), (middle.next_up(), bits + 1)] {
                assert_eq!(from_f64(value), expected, "{value:e}");
                assert_eq!(from_f64(-value), 0x8000 | expected, "-{value:e}");
            }
        }
        for (value, expected) in [(1e300, 0x7c00), (f64::INFINITY, 0x7c00), (f64::MIN_POSITIVE, 0), (5e-324, 0)] {
            assert_eq!(from_f64(value), expected, "{value:e}");
            assert_eq!(from_f64(-value), 0x8000 | expected, "-{value:e}");
        }
        assert!(half::f16::from_bits(from_f64(f64::NAN)).is_nan());
    }
}
