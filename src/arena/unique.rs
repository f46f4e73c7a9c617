//! Values without duplicates.
//!
//! Comes in: values and spans. Goes out: handles. Must not depend on: what the values are.

use std::fmt;
use std::hash::{BuildHasherDefault, Hash};
use std::ops::Index;

use indexmap::IndexSet;
use rustc_hash::FxHasher;

use super::{BadHandle, Handle};
use crate::source::Span;

/// Values in the order of their first insertion.
#[derive(Clone)]
pub struct UniqueArena<T> {
    values: IndexSet<T, BuildHasherDefault<FxHasher>>,
    spans: Vec<Span>,
}

impl<T> UniqueArena<T> {
    /// An arena with nothing in it.
    pub fn new() -> Self {
        Self { values: IndexSet::default(), spans: Vec::new() }
    }

    /// Removes all values. The memory stays, unless there is room for more than `most`.
    pub fn reuse(&mut self, most: usize) {
        if self.values.capacity() > most {
            *self = Self::new();
        }
        self.values.clear();
        self.spans.clear();
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value for a handle.
    ///
    /// # Errors
    /// If the handle belongs to another arena.
    pub fn get_handle(&self, handle: Handle<T>) -> Result<&T, BadHandle> {
        self.values.get_index(handle.index()).ok_or(BadHandle)
    }

    /// The source span of a value; undefined for one that does not exist.
    pub fn get_span(&self, handle: Handle<T>) -> Span {
        self.spans.get(handle.index()).copied().unwrap_or_default()
    }

    /// The values with their handles.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Handle<T>, &T)> + ExactSizeIterator {
        self.values.iter().enumerate().map(|(index, value)| (Handle::new(index), value))
    }
}

impl<T: Eq + Hash> UniqueArena<T> {
    /// Makes room for `count` more values.
    pub fn reserve(&mut self, count: usize) {
        self.values.reserve(count);
        self.spans.reserve(count);
    }

    /// The handle of the equal value, which is added if there is none; the first span is kept.
    pub fn insert(&mut self, value: T, span: Span) -> Handle<T> {
        let (index, is_new) = self.values.insert_full(value);
        if is_new {
            self.spans.push(span);
        }
        Handle::new(index)
    }

    /// Replaces a value, which only a test of broken modules does.
    #[cfg(test)]
    pub fn replace(&mut self, old: Handle<T>, new: T) {
        self.values.insert(new);
        self.values.swap_remove_index(old.index());
    }

    /// The handle of the equal value.
    pub fn get(&self, value: &T) -> Option<Handle<T>> {
        self.values.get_index_of(value).map(Handle::new)
    }
}

impl<T> Index<Handle<T>> for UniqueArena<T> {
    type Output = T;

    fn index(&self, handle: Handle<T>) -> &T {
        self.values.index(handle.index())
    }
}

impl<T> Default for UniqueArena<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: fmt::Debug> fmt::Debug for UniqueArena<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
