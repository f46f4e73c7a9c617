//! Interned names: every identifier of a compilation is stored once and compared as a `u32`.
//!
//! Comes in: text. Goes out: the same number for the same text. Must not depend on: what is a keyword.

use std::ops::Range;

/// An interned name. Only meaningful together with the [`Interner`] that made it. Symbols have no order: an interner may have
/// names of earlier shaders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symbol(u32);

impl Symbol {
    /// The position of this name in the order in which names were first seen.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Stores each distinct name once: those of a compilation, and perhaps of earlier ones.
///
/// ```
/// use glslsub::internals::source::Interner;
///
/// let mut names = Interner::default();
/// let a = names.intern("gl_SubgroupSize");
/// assert_eq!(a, names.intern("gl_SubgroupSize"));
/// assert_eq!(names.resolve(a), "gl_SubgroupSize");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Interner {
    /// All names, concatenated.
    text: String,
    /// Where each of them ends.
    ends: Vec<u32>,
    /// A hash table of names: open addressing with linear probing, at most half full. Every word of a shader is looked
    /// up here; a set of boxed names took twice as long.
    slots: Vec<Slot>,
}

/// A place in the hash table. The start and the length of a name tell most names apart without a look at their text, and are all
/// of a name of up to eight bytes, as most are.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// The [`start`] of the name.
    start: u64,
    /// The length of the name.
    length: u32,
    /// The index of the name, plus one; 0 for a free slot.
    number: u32,
}

impl Interner {
    /// The symbol of `name`, stored now if it is new.
    pub fn intern(&mut self, name: &str) -> Symbol {
        if self.slots.len() <= 2 * self.ends.len() {
            self.grow();
        }
        match self.find(name) {
            Ok(symbol) => symbol,
            Err(slot) => {
                // A name has at least one byte in a source whose offsets are `u32`, so the counts fit.
                let symbol = Symbol(self.ends.len() as u32);
                self.text.push_str(name);
                self.ends.push(self.text.len() as u32);
                if let Some(slot) = self.slots.get_mut(slot) {
                    *slot = Slot { start: start(name.as_bytes()), length: name.len() as u32, number: symbol.0 + 1 };
                }
                symbol
            }
        }
    }

    /// The symbol of the name of `length` bytes, 1 to 8, that are those of `start` in little-endian order, followed by zeros.
    /// `None` if it was not interned before.
    #[inline]
    #[must_use]
    pub fn get_short(&self, start: u64, length: u32) -> Option<Symbol> {
        self.probe(hash_short(start), |slot| slot.start == start && slot.length == length).ok()
    }

    /// The symbol of `name` if it was interned before.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Symbol> {
        self.find(name).ok()
    }

    /// Whether it has many more names than most shaders, so that tables by symbol would be large.
    #[must_use]
    pub const fn is_large(&self) -> bool {
        self.ends.len() > 4096 || self.text.len() > 1 << 16
    }

    /// The number of names.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no names.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The text of `symbol`; empty for a symbol of another interner.
    #[must_use]
    pub fn resolve(&self, symbol: Symbol) -> &str {
        self.text.get(self.range(symbol)).unwrap_or_default()
    }

    /// The names from the one with this index on.
    pub fn since(&self, index: usize) -> impl Iterator<Item = (Symbol, &str)> {
        (index..self.ends.len()).map(|index| Symbol(index as u32)).map(|symbol| (symbol, self.resolve(symbol)))
    }

    /// Where the text of `symbol` is.
    fn range(&self, symbol: Symbol) -> Range<usize> {
        let start = symbol.index().checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let end = self.ends.get(symbol.index()).copied().unwrap_or(start);
        start as usize..end as usize
    }

    /// The symbol of a name, or the slot where it belongs.
    fn find(&self, name: &str) -> Result<Symbol, usize> {
        let bytes = name.as_bytes();
        let (first, length) = (start(bytes), bytes.len() as u32);
        self.probe(hash(bytes), |slot| {
            slot.start == first
                && slot.length == length
                && (length <= 8 || self.ends_alike(Symbol(slot.number - 1), bytes))
        })
    }

    /// Whether the name of `symbol` is `bytes`, which has the same length, more than eight bytes, and the same first eight.
    fn ends_alike(&self, symbol: Symbol, bytes: &[u8]) -> bool {
        // As bytes: text would be checked for the ends of characters.
        let name = self.text.as_bytes().get(self.range(symbol)).unwrap_or_default();
        name.last_chunk::<8>() == bytes.last_chunk() && (bytes.len() <= 16 || name == bytes)
    }

    /// The symbol in the first slot for `hash` that satisfies `is_it`, or the free slot behind all of them.
    #[inline]
    fn probe(&self, hash: u64, is_it: impl Fn(&Slot) -> bool) -> Result<Symbol, usize> {
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots.get(at).copied().unwrap_or_default();
            let Some(number) = slot.number.checked_sub(1) else { return Err(at) };
            if is_it(&slot) {
                return Ok(Symbol(number));
            }
            at = (at + 1) & mask;
        }
    }

    fn grow(&mut self) {
        if self.slots.is_empty() {
            // Enough for most shaders, so that these need not grow.
            self.text.reserve(1024);
            self.ends.reserve(128);
        }
        let count = (self.slots.len() * 2).max(256);
        let names = std::mem::replace(&mut self.slots, vec![Slot::default(); count]);
        for slot in names.into_iter().filter(|slot| slot.number > 0) {
            let name = self.text.as_bytes().get(self.range(Symbol(slot.number - 1))).unwrap_or_default();
            if let Err(free) = self.probe(hash(name), |_| false)
                && let Some(free) = self.slots.get_mut(free)
            {
                *free = slot;
            }
        }
    }
}

/// The first eight bytes of a name as a little-endian number, with zeros behind a shorter one.
fn start(name: &[u8]) -> u64 {
    let (length, bytes) = (name.len(), name);
    let byte = |index: usize| bytes.get(index).copied().map_or(0, u64::from) << (8 * index);
    match (name.first_chunk(), name.first_chunk(), name.last_chunk()) {
        (Some(eight), _, _) => u64::from_le_bytes(*eight),
        // The last four overlap the first four, where both have the same bits.
        (_, Some(first), Some(last)) => {
            u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << (8 * (length - 4))
        }
        _ => byte(0) | byte(1) | byte(2),
    }
}

/// A number with many bits set, without a pattern: the fraction of the golden ratio.
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

/// The hash of a name of up to eight bytes.
#[inline]
fn hash_short(start: u64) -> u64 {
    let product = u128::from(start) * u128::from(MULTIPLIER);
    product as u64 ^ (product >> 64) as u64
}

/// The hash of a name.
fn hash(name: &[u8]) -> u64 {
    let mut hash = hash_short(start(name));
    for rest in name.chunks(8).skip(1) {
        hash = hash_short(hash.rotate_left(5) ^ start(rest));
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::{Interner, Symbol};

    #[test]
    fn names_keep_their_symbols_while_the_table_grows() {
        let mut names = Interner::default();
        assert_eq!(names.get("a"), None);
        let all: Vec<(String, Symbol)> =
            (0..5000).map(|number| format!("name{number}")).map(|name| (name.clone(), names.intern(&name))).collect();
        for (index, (name, symbol)) in all.iter().enumerate() {
            assert_eq!((names.intern(name), names.get(name), symbol.index()), (*symbol, Some(*symbol), index));
            assert_eq!(names.resolve(*symbol), name);
        }
        assert_eq!((names.get("name5000"), names.resolve(Symbol(5000))), (None, ""));
        let empty = names.intern("");
        assert_eq!((names.intern(""), names.resolve(empty)), (empty, ""));
    }

    #[test]
    fn names_that_start_alike_are_different() {
        let mut names = Interner::default();
        let texts = ["a", "ab", "abc", "abcd", "abcde", "abcdefgh", "abcdefghi", "abcdefghj", "abcdefghijklmnopq"];
        let symbols = texts.map(|text| names.intern(text));
        assert_eq!(names.len(), texts.len());
        assert_eq!(texts.map(|text| names.intern(text)), symbols);
        for (text, symbol) in texts.iter().zip(symbols).filter(|(text, _)| text.len() <= 8) {
            let start = text.bytes().rev().fold(0, |start, byte| start << 8 | u64::from(byte));
            assert_eq!(names.get_short(start, text.len() as u32), Some(symbol), "{text}");
        }
        assert_eq!(names.get_short(u64::from(b'b'), 1), None);
    }
}
