//! Interned names: every identifier of a compilation is stored once and compared as a `u32`.

use rustc_hash::FxHasher;
use std::hash::Hasher;

/// An interned name. Only meaningful together with the [`Interner`] that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u32);

impl Symbol {
    /// The position of this name in the order in which names were first seen.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Stores each distinct name of a compilation once.
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
    /// A hash table of the indices of names, plus one: open addressing with linear probing, at most half full. Every
    /// word of a shader is looked up here; a set of boxed names took twice as long.
    slots: Vec<u32>,
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
                    *slot = symbol.0 + 1;
                }
                symbol
            }
        }
    }

    /// The symbol of `name` if it was interned before.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Symbol> {
        self.find(name).ok()
    }

    /// The text of `symbol`; empty for a symbol of another interner.
    #[must_use]
    pub fn resolve(&self, symbol: Symbol) -> &str {
        let start = symbol.index().checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let end = self.ends.get(symbol.index()).copied().unwrap_or(start);
        self.text.get(start as usize..end as usize).unwrap_or_default()
    }

    /// The symbol of a name, or the slot where it belongs.
    fn find(&self, name: &str) -> Result<Symbol, usize> {
        let mask = self.slots.len().wrapping_sub(1);
        let mut slot = hash(name) & mask;
        loop {
            match self.slots.get(slot).and_then(|number| number.checked_sub(1)).map(Symbol) {
                None => return Err(slot),
                Some(symbol) if self.resolve(symbol) == name => return Ok(symbol),
                Some(_) => slot = (slot + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        let count = (self.slots.len() * 2).max(256);
        self.slots.clear();
        self.slots.resize(count, 0);
        for number in 0..self.ends.len() as u32 {
            if let Err(slot) = self.find(self.resolve(Symbol(number)))
                && let Some(slot) = self.slots.get_mut(slot)
            {
                *slot = number + 1;
            }
        }
    }
}

/// The hash of a name.
fn hash(name: &str) -> usize {
    let mut hasher = FxHasher::default();
    hasher.write(name.as_bytes());
    hasher.finish() as usize
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
