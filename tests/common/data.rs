//! Numbers in buffers: lists as written in fixtures (`[1, 2, 0xff]`, `[0; 16]`, `[0..8]`, `[1.5f32, 2u32, _]`), their
//! bytes, and comparison with what a device left.

use half::f16;

/// The type of one number in a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    U64,
    I64,
    F16,
    F32,
    F64,
}

const NAMES: &[(&str, Element)] = &[
    ("u8", Element::U8),
    ("i8", Element::I8),
    ("u16", Element::U16),
    ("i16", Element::I16),
    ("u32", Element::U32),
    ("i32", Element::I32),
    ("u64", Element::U64),
    ("i64", Element::I64),
    ("f16", Element::F16),
    ("f32", Element::F32),
    ("f64", Element::F64),
];

/// One number: exact integers of any width, or floating point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    Integer(i128),
    Float(f64),
}

/// One entry of a list; `None` is `_`, which matches any number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    pub element: Element,
    pub number: Option<Number>,
}

impl Element {
    /// Reads `u32` and so on.
    pub fn parse(name: &str) -> Option<Self> {
        NAMES.iter().find(|row| row.0 == name).map(|row| row.1)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|row| row.1 == self).unwrap().0
    }

    /// Bytes per element.
    pub const fn size(self) -> usize {
        match self {
            Self::U8 | Self::I8 => 1,
            Self::U16 | Self::I16 | Self::F16 => 2,
            Self::U32 | Self::I32 | Self::F32 => 4,
            Self::U64 | Self::I64 | Self::F64 => 8,
        }
    }

    /// Whether it is floating point.
    pub const fn is_float(self) -> bool {
        matches!(self, Self::F16 | Self::F32 | Self::F64)
    }

    /// The little-endian bytes of `number`. Integers wrap to the width.
    pub fn encode(self, number: Number) -> Vec<u8> {
        let float = match number {
            Number::Integer(value) => value as f64,
            Number::Float(value) => value,
        };
        match (self, number) {
            (Self::F16, _) => f16::from_f64(float).to_le_bytes().to_vec(),
            (Self::F32, _) => (float as f32).to_le_bytes().to_vec(),
            (Self::F64, _) => float.to_le_bytes().to_vec(),
            (_, Number::Integer(value)) => value.to_le_bytes()[..self.size()].to_vec(),
            (_, Number::Float(value)) => (value as i128).to_le_bytes()[..self.size()].to_vec(),
        }
    }

    /// The number in the first bytes of `bytes`.
    pub fn decode(self, bytes: &[u8]) -> Number {
        fn take<const N: usize>(bytes: &[u8]) -> [u8; N] {
            bytes[..N].try_into().unwrap()
        }
        match self {
            Self::U8 => Number::Integer(bytes[0].into()),
            Self::I8 => Number::Integer((bytes[0] as i8).into()),
            Self::U16 => Number::Integer(u16::from_le_bytes(take(bytes)).into()),
            Self::I16 => Number::Integer(i16::from_le_bytes(take(bytes)).into()),
            Self::U32 => Number::Integer(u32::from_le_bytes(take(bytes)).into()),
            Self::I32 => Number::Integer(i32::from_le_bytes(take(bytes)).into()),
            Self::U64 => Number::Integer(u64::from_le_bytes(take(bytes)).into()),
            Self::I64 => Number::Integer(i64::from_le_bytes(take(bytes)).into()),
            Self::F16 => Number::Float(f16::from_le_bytes(take(bytes)).to_f64()),
            Self::F32 => Number::Float(f32::from_le_bytes(take(bytes)).into()),
            Self::F64 => Number::Float(f64::from_le_bytes(take(bytes))),
        }
    }
}

/// Reads one number, without a type suffix.
fn parse_number(text: &str) -> Option<Number> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let sign = if negative { -1 } else { 1 };
    if let Some(hexadecimal) = digits.strip_prefix("0x") {
        return i128::from_str_radix(hexadecimal, 16).ok().map(|value| Number::Integer(sign * value));
    }
    match digits {
        "true" => return Some(Number::Integer(1)),
        "false" => return Some(Number::Integer(0)),
        _ => {}
    }
    if let Ok(value) = digits.parse::<i128>() {
        // -0 is a float that no integer can express.
        return Some(if negative && value == 0 { Number::Float(-0.0) } else { Number::Integer(sign * value) });
    }
    digits.parse::<f64>().ok().map(|value| Number::Float(f64::from(sign as i32) * value))
}

/// Reads one entry: a number with an optional type suffix, or `_`.
fn parse_entry(text: &str, default: Element) -> Result<Entry, String> {
    let hexadecimal = text.starts_with("0x");
    let suffix = NAMES
        .iter()
        .find(|(name, _)| text.ends_with(name) && text.len() > name.len() && !(hexadecimal && name.starts_with('f')));
    let (digits, element) = match suffix {
        Some((name, element)) => (&text[..text.len() - name.len()], *element),
        None => (text, default),
    };
    if digits == "_" {
        return Ok(Entry { element, number: None });
    }
    let number = parse_number(digits).ok_or_else(|| format!("`{text}` is not a number"))?;
    Ok(Entry { element, number: Some(number) })
}

/// Reads a list in brackets. Entries without a suffix are of type `default`.
pub fn parse_list(text: &str, default: Element) -> Result<Vec<Entry>, String> {
    let inner = text
        .trim()
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .ok_or_else(|| format!("`{text}` is not a list in brackets"))?;
    let mut entries = Vec::new();
    for part in inner.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        if let Some((value, count)) = part.split_once(';') {
            let count: usize = count.trim().parse().map_err(|_| format!("`{part}`: the count is not a number"))?;
            entries.extend(std::iter::repeat_n(parse_entry(value.trim(), default)?, count));
        } else if let Some((start, end)) = part.split_once("..") {
            let bound = |text: &str| text.trim().parse::<i128>().map_err(|_| format!("`{part}`: not a range"));
            let range = bound(start)?..bound(end)?;
            entries.extend(range.map(|value| Entry { element: default, number: Some(Number::Integer(value)) }));
        } else {
            entries.push(parse_entry(part, default)?);
        }
    }
    Ok(entries)
}

/// The bytes of a list; `_` is 0.
pub fn bytes(entries: &[Entry]) -> Vec<u8> {
    entries.iter().flat_map(|entry| entry.element.encode(entry.number.unwrap_or(Number::Integer(0)))).collect()
}

/// Compares what a device left in a buffer with a list. `tolerance` is relative for numbers above 1, absolute below.
/// The buffer may be longer than the list.
pub fn compare(actual: &[u8], expected: &[Entry], tolerance: f64) -> Result<(), String> {
    let mut offset = 0;
    for (index, entry) in expected.iter().enumerate() {
        let end = offset + entry.element.size();
        let found = actual
            .get(offset..end)
            .map(|bytes| entry.element.decode(bytes))
            .ok_or_else(|| format!("entry {index} lies past the end of the buffer ({} bytes)", actual.len()))?;
        offset = end;
        let Some(wanted) = entry.number else { continue };
        // The expected number in the buffer's type.
        let wanted = entry.element.decode(&entry.element.encode(wanted));
        if !close(wanted, found, tolerance) {
            return Err(format!("entry {index}: expected {}, found {}", show(wanted), show(found)));
        }
    }
    Ok(())
}

/// Whether two numbers are equal, within `tolerance` if they are floating point.
pub fn close(wanted: Number, found: Number, tolerance: f64) -> bool {
    match (wanted, found) {
        (Number::Float(wanted), Number::Float(found)) => {
            if wanted.is_nan() || found.is_nan() {
                return wanted.is_nan() && found.is_nan();
            }
            if tolerance == 0.0 {
                // -0 and 0 are distinguished only if an exact list says -0.
                return wanted == found && (wanted != 0.0 || wanted.is_sign_positive() || found.is_sign_negative());
            }
            wanted == found || (wanted - found).abs() <= tolerance * wanted.abs().max(1.0)
        }
        _ => wanted == found,
    }
}

/// A number as a person reads it.
pub fn show(number: Number) -> String {
    match number {
        Number::Integer(value) if value.unsigned_abs() > 0xffff => format!("{value} (0x{value:x})"),
        Number::Integer(value) => value.to_string(),
        Number::Float(value) => format!("{value:?}"),
    }
}
