//! Scalar constants as literals, both ways.
//!
//! Comes in: a scalar type and bits, or a literal's spelling. Goes out: the other, exactly. Must not depend on: modules.
//!
//! GLSL's literals where GLSL has them: `1`, `1u`, `-3s`, `7ul`, `1.5`, `0.1hf`, `2.0lf`, `true`. Else the name of the type
//! with the number, `int8_t(-5)`, or with the bits: `float(0x7fc00000)` is a NaN, `bfloat16_t(0x3f80)` is 1.

use crate::builtins::scalar_name;
use crate::hir::{Scalar, ScalarKind, binary16};

/// Bits of a scalar type as a literal.
pub(super) fn literal(scalar: Scalar, bits: u64) -> String {
    let name = scalar_name(scalar);
    match (scalar.kind, scalar.width) {
        (ScalarKind::Bool, _) => (bits != 0).to_string(),
        (ScalarKind::Sint, 1) => format!("{name}({})", bits as i64),
        (ScalarKind::Uint, 1) => format!("{name}({bits})"),
        (ScalarKind::Sint, _) => format!("{}{}", bits as i64, suffix(scalar)),
        (ScalarKind::Uint, _) => format!("{bits}{}", suffix(scalar)),
        (ScalarKind::Float, width) => {
            let (finite, number) = match width {
                2 => {
                    let number = binary16::to_f32(bits as u16);
                    (number.is_finite(), format!("{number:?}"))
                }
                8 => (f64::from_bits(bits).is_finite(), format!("{:?}", f64::from_bits(bits))),
                _ => (f32::from_bits(bits as u32).is_finite(), format!("{:?}", f32::from_bits(bits as u32))),
            };
            if finite { format!("{number}{}", suffix(scalar)) } else { format!("{name}({bits:#x})") }
        }
        (ScalarKind::SmallFloat(_), _) => format!("{name}({bits:#x})"),
    }
}

/// The suffix of literals of a type.
const fn suffix(scalar: Scalar) -> &'static str {
    match (scalar.kind, scalar.width) {
        (ScalarKind::Sint, 2) => "s",
        (ScalarKind::Sint, 8) => "l",
        (ScalarKind::Uint, 2) => "us",
        (ScalarKind::Uint, 4) => "u",
        (ScalarKind::Uint, 8) => "ul",
        (ScalarKind::Float, 2) => "hf",
        (ScalarKind::Float, 8) => "lf",
        _ => "",
    }
}

/// Types whose literals have suffixes; of two that fit, the longer one comes first.
const SUFFIXED: &[Scalar] = &[
    Scalar { kind: ScalarKind::Uint, width: 2 },
    Scalar::U64,
    Scalar::U32,
    Scalar { kind: ScalarKind::Sint, width: 2 },
    Scalar::I64,
    Scalar::F16,
    Scalar::F64,
];

/// The type and the bits of a number without the name of its type.
pub(super) fn number(text: &str) -> Option<(Scalar, u64)> {
    let suffixed = SUFFIXED.iter().find_map(|scalar| Some((*scalar, text.strip_suffix(suffix(*scalar))?)));
    let is_float = text.contains(['.', 'e']);
    let (scalar, digits) = suffixed.unwrap_or((if is_float { Scalar::F32 } else { Scalar::I32 }, text));
    Some((scalar, decimal(scalar, digits)?))
}

/// The bits that the contents of the brackets after the name of a type stand for.
pub(super) fn of_type(scalar: Scalar, text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => decimal(scalar, text),
    }
}

/// The bits of a number in decimal. It need not fit the type; the verifier sees to that.
fn decimal(scalar: Scalar, digits: &str) -> Option<u64> {
    match (scalar.kind, scalar.width) {
        (ScalarKind::Sint, _) => digits.parse::<i64>().ok().map(|number| number as u64),
        (ScalarKind::Uint, _) => digits.parse().ok(),
        (ScalarKind::Float, 2) => digits.parse().ok().map(|number| binary16::from_f64(number).into()),
        (ScalarKind::Float, 8) => digits.parse().ok().map(f64::to_bits),
        (ScalarKind::Float, _) => digits.parse().ok().map(|number: f32| number.to_bits().into()),
        (ScalarKind::Bool | ScalarKind::SmallFloat(_), _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_there_and_back() {
        let cases: &[(Scalar, u64, &str)] = &[
            (Scalar::I32, -5_i64 as u64, "-5"),
            (Scalar::U32, 7, "7u"),
            (Scalar::I64, i64::MIN as u64, "-9223372036854775808l"),
            (Scalar::U64, u64::MAX, "18446744073709551615ul"),
            (Scalar { kind: ScalarKind::Uint, width: 2 }, 3, "3us"),
            (Scalar { kind: ScalarKind::Sint, width: 2 }, 3, "3s"),
            (Scalar::F32, u64::from((-0.0_f32).to_bits()), "-0.0"),
            (Scalar::F32, 1, "1e-45"),
            (Scalar::F32, u64::from(f32::MAX.to_bits()), "3.4028235e38"),
            (Scalar::F16, 0x3c00, "1.0hf"),
            (Scalar::F16, 1, "5.9604645e-8hf"),
            (Scalar::F64, f64::MIN_POSITIVE.to_bits(), "2.2250738585072014e-308lf"),
        ];
        for &(scalar, bits, text) in cases {
            assert_eq!(literal(scalar, bits), text);
            assert_eq!(number(text), Some((scalar, bits)), "{text}");
        }
    }

    #[test]
    fn numbers_with_the_name_of_their_type() {
        let cases: &[(Scalar, u64, &str, &str)] = &[
            (Scalar { kind: ScalarKind::Sint, width: 1 }, -5_i64 as u64, "int8_t(-5)", "-5"),
            (Scalar { kind: ScalarKind::Uint, width: 1 }, 255, "uint8_t(255)", "255"),
            (Scalar::F32, 0x7fc0_0001, "float(0x7fc00001)", "0x7fc00001"),
            (Scalar::F64, f64::INFINITY.to_bits(), "double(0x7ff0000000000000)", "0x7ff0000000000000"),
            (Scalar::BF16, 0x3f80, "bfloat16_t(0x3f80)", "0x3f80"),
        ];
        for &(scalar, bits, text, inside) in cases {
            assert_eq!(literal(scalar, bits), text);
            assert_eq!(of_type(scalar, inside), Some(bits), "{text}");
        }
    }
}
