//! Words and blanks, eight bytes at once.
//!
//! Comes in: eight bytes of source text as a little-endian number: the first byte is the lowest. Goes out: how many of them belong
//! to a word or to indentation. Must not depend on: tokens.
//!
//! Looking at one byte after the other took two thirds more instructions for the words of a kernel.

/// The highest bit of each byte.
const HIGH: u64 = every(0x80);

/// A number with the same value in every byte.
const fn every(byte: u8) -> u64 {
    0x0101_0101_0101_0101 * byte as u64
}

/// Sets the highest bit of each byte whose other bits are at least `least`, which is ASCII.
const fn at_least(bytes: u64, least: u8) -> u64 {
    // With its highest bit set, no byte borrows from the next.
    (bytes | HIGH) - every(least)
}

/// How many bytes from the first on are letters, digits or `_`.
pub(super) const fn word_length(bytes: u64) -> usize {
    let lower = bytes | every(b'a' - b'A');
    let letters = at_least(lower, b'a') & !at_least(lower, b'z' + 1);
    let digits = at_least(bytes, b'0') & !at_least(bytes, b'9' + 1);
    let others_than_underscores = ((bytes | HIGH) ^ (every(b'_') | HIGH)) + every(0x7f);
    let word = (letters | digits | !others_than_underscores) & !bytes & HIGH;
    length_before(!word & HIGH)
}

/// How many bytes from the first on are spaces.
pub(super) const fn space_count(bytes: u64) -> usize {
    length_before(bytes ^ every(b' '))
}

/// The bytes before the first in which a bit is set.
const fn length_before(bits: u64) -> usize {
    bits.trailing_zeros() as usize / 8
}

/// The first `length` bytes, with zeros behind them. `length` is less than eight.
pub(super) const fn first_bytes(bytes: u64, length: usize) -> u64 {
    bytes & !(u64::MAX << (8 * length))
}

#[cfg(test)]
mod tests {
    use super::{first_bytes, space_count, word_length};

    #[test]
    fn every_byte_is_recognized_at_every_place() {
        for byte in 0..=u8::MAX {
            for place in 0..8 {
                let number = |filling: u8| {
                    let mut bytes = [filling; 8];
                    bytes.iter_mut().skip(place).take(1).for_each(|it| *it = byte);
                    u64::from_le_bytes(bytes)
                };
                let is_word = byte.is_ascii_alphanumeric() || byte == b'_';
                for filling in *b"aZ09_" {
                    assert_eq!(word_length(number(filling)), if is_word { 8 } else { place }, "{byte} at {place}");
                }
                assert_eq!(space_count(number(b' ')), if byte == b' ' { 8 } else { place }, "{byte} at {place}");
            }
        }
    }

    #[test]
    fn first_bytes_are_cut_off() {
        let bytes = u64::from_le_bytes(*b"abcdefgh");
        assert_eq!(first_bytes(bytes, 3), u64::from_le_bytes(*b"abc\0\0\0\0\0"));
        assert_eq!(first_bytes(bytes, 0), 0);
    }
}
