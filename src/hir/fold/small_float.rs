//! Values of the floating-point formats without arithmetic: bfloat16, the 8-bit floats and the microscaling formats.
//!
//! Comes in: a format and bits, or a number. Goes out: the number, or the bits nearest to it. Must not depend on:
//! constants.
//!
//! Conversions round to nearest, ties to even, as devices do. What is too large becomes infinity where the format has
//! one, NaN where it has only that, else the largest value ("OCP 8-bit Floating Point Specification", table 3, and "OCP
//! Microscaling Formats", 5.3). The exponents of the scales, `floatue8m0_t`, are rounded down, as devices do.

use crate::hir::SmallFloat;

/// How a format divides its bits into sign, exponent and mantissa.
struct Fields {
    /// Bits of the exponent.
    exponent: u32,
    /// Bits of the mantissa.
    mantissa: u32,
    /// What the largest exponent is for.
    top: Top,
}

/// What the patterns with the largest exponent encode.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Top {
    /// Infinity and NaN, as in IEEE 754.
    Special,
    /// Numbers, but for the pattern of all ones, which is NaN.
    OneNan,
    /// Numbers.
    Numbers,
}

const fn fields(format: SmallFloat) -> Option<Fields> {
    let (exponent, mantissa, top) = match format {
        SmallFloat::BFloat16 => (8, 7, Top::Special),
        SmallFloat::E5M2 => (5, 2, Top::Special),
        SmallFloat::E4M3 => (4, 3, Top::OneNan),
        SmallFloat::E3M2 => (3, 2, Top::Numbers),
        SmallFloat::E2M3 => (2, 3, Top::Numbers),
        SmallFloat::E2M1 => (2, 1, Top::Numbers),
        SmallFloat::Ue8M0 | SmallFloat::MxInt8 => return None,
    };
    Some(Fields { exponent, mantissa, top })
}

impl Fields {
    const fn bias(&self) -> i32 {
        (1 << (self.exponent - 1)) - 1
    }

    /// All ones in exponent and mantissa.
    const fn ones(&self) -> u64 {
        (1 << (self.exponent + self.mantissa)) - 1
    }

    /// The largest finite magnitude.
    const fn largest(&self) -> u64 {
        match self.top {
            Top::Special => self.ones() - (1 << self.mantissa),
            Top::OneNan => self.ones() - 1,
            Top::Numbers => self.ones(),
        }
    }

    /// What a magnitude beyond the largest becomes.
    const fn overflow(&self) -> u64 {
        match self.top {
            Top::Special | Top::OneNan => self.largest() + 1,
            Top::Numbers => self.largest(),
        }
    }

    /// The canonical NaN, or what replaces it in a format without one.
    const fn nan(&self) -> u64 {
        match self.top {
            Top::Special => self.largest() + 1 + (1 << (self.mantissa - 1)),
            Top::OneNan | Top::Numbers => self.overflow(),
        }
    }

    /// The value of a finite magnitude.
    fn magnitude(&self, bits: u64) -> f64 {
        let exponent = (bits >> self.mantissa) as i32;
        let mantissa = bits & ((1 << self.mantissa) - 1);
        let implicit = if exponent == 0 { 0 } else { 1 << self.mantissa };
        let scale = exponent.max(1) - self.bias() - self.mantissa as i32;
        libm::ldexp((mantissa | implicit) as f64, scale)
    }
}

/// The number that the bits encode.
pub(super) fn to_f64(format: SmallFloat, bits: u64) -> f64 {
    let Some(fields) = fields(format) else {
        return match format {
            SmallFloat::MxInt8 => f64::from(bits as u8 as i8) / 64.0,
            _ if bits == 0xff => f64::NAN,
            _ => libm::ldexp(1.0, bits as i32 - 127),
        };
    };
    let magnitude = bits & fields.ones();
    let is_negative = bits > fields.ones();
    let value = match fields.top {
        _ if magnitude <= fields.largest() => fields.magnitude(magnitude),
        Top::Special if magnitude == fields.largest() + 1 => f64::INFINITY,
        _ => return f64::NAN,
    };
    if is_negative { -value } else { value }
}

/// The bits of the number nearest to `value`.
pub(super) fn from_f64(format: SmallFloat, value: f64) -> u64 {
    let Some(fields) = fields(format) else {
        return match format {
            SmallFloat::MxInt8 => fixed_point(value),
            _ => power_of_two(value),
        };
    };
    if value.is_nan() {
        return fields.nan();
    }
    let sign = u64::from(value.is_sign_negative()) << (fields.exponent + fields.mantissa);
    let magnitude = value.abs();
    // Below the smallest normal number all numbers have the same spacing.
    let least = 1 - fields.bias();
    let exponent = if magnitude == 0.0 { least } else { libm::ilogb(magnitude).max(least) };
    if exponent > fields.bias() + 1 {
        return sign | fields.overflow();
    }
    // A power of two, so scaling is exact.
    let steps = libm::ldexp(magnitude, fields.mantissa as i32 - exponent).round_ties_even() as u64;
    // The bit above the mantissa is the implicit one of a normal number, and carries into the exponent by addition.
    let bits = (((exponent - least) as u64) << fields.mantissa) + steps;
    sign | if bits > fields.largest() { fields.overflow() } else { bits }
}

/// 64ths in two's complement; the one value without a positive counterpart is not used.
fn fixed_point(value: f64) -> u64 {
    let steps = (value * 64.0).round_ties_even().clamp(-127.0, 127.0);
    u64::from(steps as i8 as u8)
}

/// The exponent of the largest power of two that is not above `value`.
fn power_of_two(value: f64) -> u64 {
    if value.is_nan() || value >= libm::ldexp(1.0, 128) {
        return 0xff;
    }
    if value < libm::ldexp(1.0, -127) { 0 } else { (libm::ilogb(value) + 127) as u64 }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;

    /// The value of a pattern by the tables of the specifications, digit by digit.
    fn decoded(format: SmallFloat, bits: u64) -> f64 {
        let split = |exponent: u32, mantissa: u32| {
            let sign = if bits >> (exponent + mantissa) == 0 { 1.0 } else { -1.0 };
            let e = (bits >> mantissa) % (1 << exponent);
            let m = bits % (1 << mantissa);
            (sign, e, m as f64 / f64::from(1 << mantissa))
        };
        let number = |(sign, e, m): (f64, u64, f64), bias: i32| {
            if e == 0 { sign * m * 2.0_f64.powi(1 - bias) } else { sign * (1.0 + m) * 2.0_f64.powi(e as i32 - bias) }
        };
        match format {
            SmallFloat::BFloat16 => f64::from(f32::from_bits((bits as u32) << 16)),
            SmallFloat::E5M2 => half::f16::from_bits((bits as u16) << 8).to_f64(),
            SmallFloat::E4M3 if bits & 0x7f == 0x7f => f64::NAN,
            SmallFloat::E4M3 => number(split(4, 3), 7),
            SmallFloat::E3M2 => number(split(3, 2), 3),
            SmallFloat::E2M3 => number(split(2, 3), 1),
            SmallFloat::E2M1 => number(split(2, 1), 1),
            SmallFloat::Ue8M0 if bits == 0xff => f64::NAN,
            SmallFloat::Ue8M0 => 2.0_f64.powi(bits as i32 - 127),
            SmallFloat::MxInt8 => (if bits < 128 { bits as f64 } else { bits as f64 - 256.0 }) / 64.0,
        }
    }

    /// The finite values in ascending order with their patterns; of two zeros, the positive one.
    fn finite(format: SmallFloat) -> Vec<(f64, u64)> {
        let negative_zero = |value: f64| value == 0.0 && value.is_sign_negative();
        let mut values: Vec<_> = (0..1_u64 << format.bits())
            .map(|bits| (decoded(format, bits), bits))
            .filter(|it| it.0.is_finite() && !negative_zero(it.0))
            .collect();
        values.sort_by(|a, b| a.0.total_cmp(&b.0));
        values
    }

    #[test]
    fn every_pattern_has_its_value() {
        let mut patterns = 0;
        for format in SmallFloat::ALL {
            for bits in 0..1_u64 << format.bits() {
                let (got, expected) = (to_f64(format, bits), decoded(format, bits));
                assert!(
                    got.to_bits() == expected.to_bits() || (got.is_nan() && expected.is_nan()),
                    "{format:?} {bits:#x}: {got} {expected}"
                );
                let back = from_f64(format, got);
                let unused = format == SmallFloat::MxInt8 && bits == 0x80;
                assert!(back == bits || got.is_nan() || unused, "{format:?} {bits:#x} {got}: {back:#x}");
                assert!(!got.is_nan() || to_f64(format, back).is_nan());
                patterns += 1;
            }
        }
        assert_eq!(patterns, 65_536 + 4 * 256 + 2 * 64 + 16);
    }

    #[test]
    fn numbers_between_go_to_the_nearest_even() {
        for format in SmallFloat::ALL.into_iter().filter(|it| *it != SmallFloat::Ue8M0) {
            for pair in finite(format).windows(2) {
                let ((low, low_bits), (high, high_bits)) = (pair[0], pair[1]);
                // Exact: neighbours differ in few bits, and binary64 has many more.
                let middle = low + (high - low) / 2.0;
                let even = if low_bits % 2 == 0 { low_bits } else { high_bits };
                let middle_bits = from_f64(format, middle);
                // Approached from below, zero is negative.
                let zero_from_below = even == 0 && middle < 0.0;
                let even =
                    if zero_from_below && format != SmallFloat::MxInt8 { 1 << (format.bits() - 1) } else { even };
                if format != SmallFloat::MxInt8 || low > -2.0 {
                    assert_eq!(middle_bits, even, "{format:?} {low} {high}");
                    let is_zero = |bits: u64| to_f64(format, bits) == 0.0;
                    let same = |a: u64, b: u64| a == b || (is_zero(a) && is_zero(b));
                    assert!(same(from_f64(format, middle.next_down()), low_bits), "{format:?} below {middle}");
                    assert!(same(from_f64(format, middle.next_up()), high_bits), "{format:?} above {middle}");
                }
            }
        }
    }

    #[test]
    fn what_is_too_large() {
        use SmallFloat as F;
        let (inf, nan) = (f64::INFINITY, f64::NAN);
        let largest_tie = f64::from(f32::from_bits(0x7f7f_8000));
        for (format, value, expected) in [
            (F::BFloat16, largest_tie, 0x7f80),
            (F::BFloat16, largest_tie.next_down(), 0x7f7f),
            (F::BFloat16, -inf, 0xff80),
            (F::BFloat16, nan, 0x7fc0),
            // 61440 is as far from 57344 as from 65536, which would be next.
            (F::E5M2, 61439.0, 0x7b),
            (F::E5M2, 61440.0, 0x7c),
            (F::E5M2, -1e300, 0xfc),
            (F::E5M2, nan, 0x7e),
            // 464 is as far from 448 as from 480, which would be next.
            (F::E4M3, 464.0, 0x7e),
            (F::E4M3, 464.5, 0x7f),
            (F::E4M3, -inf, 0xff),
            (F::E4M3, nan, 0x7f),
            (F::E2M1, 7.5, 7),
            (F::E2M1, -inf, 15),
            (F::E2M3, 100.0, 31),
            (F::E3M2, -100.0, 63),
            (F::MxInt8, 5.0, 127),
            (F::MxInt8, -inf, 0x81),
            (F::Ue8M0, 3.9, 128),
            (F::Ue8M0, 0.0, 0),
            (F::Ue8M0, -4.0, 0),
            (F::Ue8M0, 1e-45, 0),
            (F::Ue8M0, 2.0_f64.powi(127) * 1.99, 254),
            (F::Ue8M0, inf, 255),
            (F::Ue8M0, nan, 255),
        ] {
            assert_eq!(from_f64(format, value), expected, "{format:?} {value}");
        }
    }
}
