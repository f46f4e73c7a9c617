//! Number literals: from their text to a value and a suffix (GLSL 4.60, 4.1.3 and 4.1.4).
//!
//! Comes in: the text of a number token as the lexer cut it. Goes out: its value, or what is wrong with it. Must not
//! depend on: where the text stands.

use super::token::{FloatSuffix, IntegerSuffix, Number};
use crate::builtins::SmallFloat;

/// What is wrong with a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NumberError {
    /// Not a number: `0x`, `1e+`, `1.0.0`.
    Malformed,
    /// A digit that the radix does not have: `08`.
    Digit(char),
    /// Letters after the digits that are not a suffix.
    Suffix(String),
    /// A suffix of floating-point literals after an integer: `1f`.
    FloatSuffixOnInteger(String),
    /// More than the bits of the type.
    TooLarge {
        /// The bits that the type has.
        bits: u32,
    },
}

/// The bits of the type that a suffix stands for.
const fn bits_of(suffix: IntegerSuffix) -> u32 {
    match suffix {
        IntegerSuffix::None | IntegerSuffix::Unsigned => 32,
        IntegerSuffix::Short | IntegerSuffix::UnsignedShort => 16,
        IntegerSuffix::Long | IntegerSuffix::UnsignedLong => 64,
    }
}

/// An integer literal before its value is fitted to a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Integer {
    /// The value, without regard to the suffix.
    pub value: u64,
    /// The suffix.
    pub suffix: IntegerSuffix,
    /// Whether it is octal or hexadecimal.
    pub radix_prefixed: bool,
}

/// Reads an integer literal; `None` when `text` is a floating-point literal.
pub(super) fn parse_integer(text: &str) -> Option<Result<Integer, NumberError>> {
    // Most are short and decimal.
    let add_digit = |value: u64, byte: u8| byte.is_ascii_digit().then(|| value * 10 + u64::from(byte - b'0'));
    if matches!(text.as_bytes(), [_] | [b'1'..=b'9', ..])
        && text.len() < 16
        && let Some(value) = text.bytes().try_fold(0, add_digit)
    {
        return Some(Ok(Integer { value, suffix: IntegerSuffix::None, radix_prefixed: false }));
    }
    let (digits, radix) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(hexadecimal) => (hexadecimal, 16),
        None => {
            let after = text.bytes().find(|byte| !byte.is_ascii_digit());
            if matches!(after, Some(b'.' | b'e' | b'E')) {
                return None;
            }
            (text, if text.starts_with('0') && text.len() > 1 { 8 } else { 10 })
        }
    };
    let is_digit = |byte: u8| if radix == 16 { byte.is_ascii_hexdigit() } else { byte.is_ascii_digit() };
    let end = digits.bytes().position(|byte| !is_digit(byte)).unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at_checked(end).unwrap_or((digits, ""));
    Some(integer(digits, radix, suffix))
}

/// Puts digits and suffix of an integer literal together.
fn integer(digits: &str, radix: u32, suffix: &str) -> Result<Integer, NumberError> {
    if digits.is_empty() {
        return Err(NumberError::Malformed);
    }
    // A lone `0` before a suffix is zero, whatever the radix.
    let radix_prefixed = radix != 10 && (radix == 16 || digits.len() > 1);
    // GL_EXT_shader_explicit_arithmetic_types, 4.1.3: each letter may be a capital.
    let suffix = match suffix.as_bytes() {
        b"" => IntegerSuffix::None,
        b"u" | b"U" => IntegerSuffix::Unsigned,
        b"s" | b"S" => IntegerSuffix::Short,
        [b'u' | b'U', b's' | b'S'] => IntegerSuffix::UnsignedShort,
        b"l" | b"L" => IntegerSuffix::Long,
        [b'u' | b'U', b'l' | b'L'] => IntegerSuffix::UnsignedLong,
        _ if float_suffix(suffix).is_some() => return Err(NumberError::FloatSuffixOnInteger(suffix.to_owned())),
        _ if suffix.contains('.') => return Err(NumberError::Malformed),
        _ => return Err(NumberError::Suffix(suffix.to_owned())),
    };
    match u64::from_str_radix(digits, radix) {
        Ok(value) => Ok(Integer { value, suffix, radix_prefixed }),
        Err(_) => Err(match digits.chars().find(|digit| !digit.is_digit(radix)) {
            Some(digit) => NumberError::Digit(digit),
            None => NumberError::TooLarge { bits: bits_of(suffix) },
        }),
    }
}

/// The value that the text of a number stands for.
pub(super) fn parse(text: &str) -> Result<Number, NumberError> {
    match parse_integer(text) {
        Some(integer) => {
            let Integer { value, suffix, radix_prefixed } = integer?;
            let bits = bits_of(suffix);
            if bits < 64 && value >> bits != 0 {
                return Err(NumberError::TooLarge { bits });
            }
            let signed = matches!(suffix, IntegerSuffix::None | IntegerSuffix::Short | IntegerSuffix::Long);
            let unused = 64 - bits;
            // A pattern that needs the top bit of a signed type is a negative value.
            let bits = if signed { (((value << unused) as i64) >> unused) as u64 } else { value };
            Ok(Number::Integer { bits, suffix, radix_prefixed })
        }
        None => float(text),
    }
}

/// The suffix of a floating-point literal. Those of the microscaling formats are the prefixes of their vectors.
fn float_suffix(text: &str) -> Option<FloatSuffix> {
    // GL_EXT_shader_explicit_arithmetic_types, 4.1.4: each letter may be a capital.
    match text.as_bytes() {
        b"" => None,
        b"f" | b"F" => Some(FloatSuffix::Single),
        [b'l' | b'L', b'f' | b'F'] => Some(FloatSuffix::Double),
        [b'h' | b'H', b'f' | b'F'] => Some(FloatSuffix::Half),
        _ => {
            let mut formats = SmallFloat::ALL.into_iter().filter(|format| format.is_microscaling());
            formats.find(|format| format.prefix() == text).map(FloatSuffix::SmallFloat)
        }
    }
}

/// Reads a floating-point literal.
fn float(text: &str) -> Result<Number, NumberError> {
    let bytes = text.as_bytes();
    let digits_from = |start: usize| {
        start + bytes.get(start..).map_or(0, |rest| rest.iter().take_while(|byte| byte.is_ascii_digit()).count())
    };
    let mut end = digits_from(0);
    if bytes.get(end) == Some(&b'.') {
        end = digits_from(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits_from(end + 1 + sign);
        if exponent == end + 1 + sign {
            return Err(NumberError::Malformed);
        }
        end = exponent;
    }
    let (digits, suffix) = text.split_at_checked(end).unwrap_or((text, ""));
    let suffix = match float_suffix(suffix) {
        Some(suffix) => suffix,
        None if suffix.is_empty() => FloatSuffix::Single,
        None if suffix.starts_with('.') => return Err(NumberError::Malformed),
        None => return Err(NumberError::Suffix(suffix.to_owned())),
    };
    let value = digits.parse().map_err(|_| NumberError::Malformed)?;
    Ok(Number::Float { value, suffix })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        use IntegerSuffix as S;
        for (text, bits, suffix, radix_prefixed) in [
            ("0", 0, S::None, false),
            ("0u", 0, S::Unsigned, false),
            ("017", 15, S::None, true),
            ("0xFFFFFFFF", u64::MAX, S::None, true),
            ("0xFFFFFFFFu", 0xFFFF_FFFF, S::Unsigned, true),
            ("2147483647", 0x7FFF_FFFF, S::None, false),
            ("0xffffs", u64::MAX, S::Short, true),
            ("65535us", 65535, S::UnsignedShort, false),
            ("9223372036854775807l", i64::MAX as u64, S::Long, false),
            ("18446744073709551615UL", u64::MAX, S::UnsignedLong, false),
            ("1uL", 1, S::UnsignedLong, false),
            ("1Ul", 1, S::UnsignedLong, false),
            ("1uS", 1, S::UnsignedShort, false),
        ] {
            assert_eq!(parse(text), Ok(Number::Integer { bits, suffix, radix_prefixed }), "{text}");
        }
    }

    #[test]
    fn floats() {
        use FloatSuffix as S;
        for (text, value, suffix) in [
            ("1.", 1.0, S::Single),
            (".5", 0.5, S::Single),
            ("1e10", 1e10, S::Single),
            ("1.5e-3F", 1.5e-3, S::Single),
            ("1.0lf", 1.0, S::Double),
            ("1.f", 1.0, S::Single),
            ("08.5", 8.5, S::Single),
            ("1.0HF", 1.0, S::Half),
            ("1.0hF", 1.0, S::Half),
            ("1.0Lf", 1.0, S::Double),
            ("10.fe2m1", 10.0, S::SmallFloat(SmallFloat::E2M1)),
            ("1.5e1fue8m0", 15.0, S::SmallFloat(SmallFloat::Ue8M0)),
            (".5fmxint8", 0.5, S::SmallFloat(SmallFloat::MxInt8)),
            ("1e999", f64::INFINITY, S::Single),
        ] {
            assert_eq!(parse(text), Ok(Number::Float { value, suffix }), "{text}");
        }
    }

    #[test]
    fn errors() {
        use NumberError as E;
        for (text, error) in [
            ("0x", E::Malformed),
            ("1.0.0", E::Malformed),
            ("1e", E::Malformed),
            ("1e+", E::Malformed),
            ("08", E::Digit('8')),
            ("1x", E::Suffix("x".to_owned())),
            ("1.0xx", E::Suffix("xx".to_owned())),
            // No literals of these, and no capitals.
            ("1.0bf16", E::Suffix("bf16".to_owned())),
            ("1.0fe4m3", E::Suffix("fe4m3".to_owned())),
            ("1.0FE2M1", E::Suffix("FE2M1".to_owned())),
            ("1fe2m3", E::FloatSuffixOnInteger("fe2m3".to_owned())),
            ("1f", E::FloatSuffixOnInteger("f".to_owned())),
            ("1lu", E::Suffix("lu".to_owned())),
            ("1su", E::Suffix("su".to_owned())),
            ("1.0fh", E::Suffix("fh".to_owned())),
            ("1.0h", E::Suffix("h".to_owned())),
            ("4294967296", E::TooLarge { bits: 32 }),
            ("0x100000000", E::TooLarge { bits: 32 }),
            ("65536us", E::TooLarge { bits: 16 }),
            ("18446744073709551616ul", E::TooLarge { bits: 64 }),
        ] {
            assert_eq!(parse(text), Err(error), "{text}");
        }
    }
}
