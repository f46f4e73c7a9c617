//! Interned names: every identifier of a compilation is stored once and compared as a `u32`.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

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
    names: IndexSet<Box<str>, FxBuildHasher>,
}

impl Interner {
    /// The symbol of `name`, stored now if it is new.
    pub fn intern(&mut self, name: &str) -> Symbol {
        let index = match self.names.get_index_of(name) {
            Some(index) => index,
            None => self.names.insert_full(name.into()).0,
        };
        // A name takes at least one byte of a source whose offsets are `u32`, so the count fits.
        Symbol(index as u32)
    }

    /// The symbol of `name` if it was interned before.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Symbol> {
        self.names.get_index_of(name).map(|index| Symbol(index as u32))
    }

    /// The text of `symbol`; empty for a symbol of another interner.
    #[must_use]
    pub fn resolve(&self, symbol: Symbol) -> &str {
        self.names.get_index(symbol.index()).map_or("", |name| name)
    }
}
