//! Interned names: every identifier of a compilation is stored once and compared as a `u32`.
//!
//! Comes in: text. Goes out: the same number for the same text. Must not depend on: what is a keyword.

use rustc_hash::FxHasher;
use std::hash::Hasher;
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

/// A place in the hash table.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// The hash of the name, so that names with other hashes need not be compared.
    hash: u32,
    /// The index of the name, plus one; 0 for a free slot.
    number: u32,
}

impl Interner {
    /// The symbol of `name`, stored now if it is new.
    pub fn intern(&mut self, name: &str) -> Symbol {
        if self.slots.len() <= 2 * self.ends.len() {
            self.grow();
        }
        let hash = hash(name);
        match self.find(name, hash) {
            Ok(symbol) => symbol,
            Err(slot) => {
                // A name has at least one byte in a source whose offsets are `u32`, so the counts fit.
                let symbol = Symbol(self.ends.len() as u32);
                self.text.push_str(name);
                self.ends.push(self.text.len() as u32);
                if let Some(slot) = self.slots.get_mut(slot) {
                    *slot = Slot { hash, number: symbol.0 + 1 };
                }
                symbol
            }
        }
    }

    /// The symbol of `name` if it was interned before.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Symbol> {
        self.find(name, hash(name)).ok()
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

    /// Where the text of `symbol` is.
    fn range(&self, symbol: Symbol) -> Range<usize> {
        let start = symbol.index().checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let end = self.ends.get(symbol.index()).copied().unwrap_or(start);
        start as usize..end as usize
    }

    /// The symbol of a name, or the slot where it belongs.
    fn find(&self, name: &str, hash: u32) -> Result<Symbol, usize> {
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots.get(at).copied().unwrap_or_default();
            let Some(number) = slot.number.checked_sub(1) else { return Err(at) };
            let symbol = Symbol(number);
            // As bytes: text would be checked for the ends of characters.
            if slot.hash == hash && self.text.as_bytes().get(self.range(symbol)) == Some(name.as_bytes()) {
                return Ok(symbol);
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
            let mut at = slot.hash as usize & (count - 1);
            while self.slots.get(at).is_some_and(|taken| taken.number > 0) {
                at = (at + 1) & (count - 1);
            }
            if let Some(free) = self.slots.get_mut(at) {
                *free = slot;
            }
        }
    }
}

/// The hash of a name.
fn hash(name: &str) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(name.as_bytes());
    hasher.finish() as u32
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
}
