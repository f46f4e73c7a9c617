//! Arenas: values in a row, addressed by typed handles, each with its source span.
//!
//! Comes in: values and spans. Goes out: handles, which are indices that know what they are indices of. Must not depend on:
//! what the values are.
//!
//! An [`Arena`] keeps every value, a [`UniqueArena`] keeps equal ones once. They have the interface of naga's arenas,
//! on which glslsub was first built; naga has no feature for its arenas alone, and took a third of the build time of
//! everyone who uses the library.
//!
//! Handles come from arenas only, so no input can make a bad one. Where it still matters, [`Arena::try_get`] reports
//! it; `arena[handle]` and [`Arena::get_mut`] are for handles that this arena has just returned, and panic as a slice
//! does.

mod unique;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::num::NonZeroU32;
use std::ops::{Index, IndexMut};

use crate::source::Span;

pub use unique::UniqueArena;

/// An index into an [`Arena`] or a [`UniqueArena`] of `T`.
pub struct Handle<T> {
    /// One more than the index, so that an `Option` takes no extra space.
    number: NonZeroU32,
    marker: PhantomData<fn() -> T>,
}

/// There is no such value: the handle belongs to another arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadHandle;

impl<T> Handle<T> {
    /// The handle for an index. Memory runs out before the numbers do.
    fn new(index: usize) -> Self {
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        Self { number: NonZeroU32::MIN.saturating_add(index), marker: PhantomData }
    }

    /// The position in the arena.
    pub const fn index(self) -> usize {
        self.number.get() as usize - 1
    }
}

impl<T> Clone for Handle<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Handle<T> {}

impl<T> PartialEq for Handle<T> {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl<T> Eq for Handle<T> {}

impl<T> PartialOrd for Handle<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Handle<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.number.cmp(&other.number)
    }
}

impl<T> Hash for Handle<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

impl<T> fmt::Debug for Handle<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", self.index())
    }
}

/// Values in insertion order.
#[derive(Clone)]
pub struct Arena<T> {
    values: Vec<(T, Span)>,
}

impl<T> Arena<T> {
    /// An arena with nothing in it.
    pub const fn new() -> Self {
        Self { values: Vec::new() }
    }

    /// An empty arena with room for `count` values.
    pub fn with_capacity(count: usize) -> Self {
        Self { values: Vec::with_capacity(count) }
    }

    /// Makes room for `count` more values.
    pub fn reserve(&mut self, count: usize) {
        self.values.reserve(count);
    }

    /// The number of values.
    pub const fn len(&self) -> usize {
        self.values.len()
    }

    /// For how many values there is room, those that are there included.
    pub const fn capacity(&self) -> usize {
        self.values.capacity()
    }

    /// Whether there are no values.
    pub const fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Adds a value.
    pub fn append(&mut self, value: T, span: Span) -> Handle<T> {
        let handle = Handle::new(self.values.len());
        self.values.push((value, span));
        handle
    }

    /// Removes all values and returns them. The memory stays.
    pub fn drain(&mut self) -> impl Iterator<Item = T> {
        self.values.drain(..).map(|(value, _)| value)
    }

    /// Removes all values. The memory stays, unless there is room for more than `most`.
    pub fn reuse(&mut self, most: usize) {
        self.values.clear();
        if self.values.capacity() > most {
            self.values = Vec::new();
        }
    }

    /// The value for a handle.
    ///
    /// # Errors
    /// If the handle belongs to another arena.
    pub fn try_get(&self, handle: Handle<T>) -> Result<&T, BadHandle> {
        self.values.get(handle.index()).map(|it| &it.0).ok_or(BadHandle)
    }

    /// The value for a handle of this arena, mutably.
    pub fn get_mut(&mut self, handle: Handle<T>) -> &mut T {
        &mut self.values.index_mut(handle.index()).0
    }

    /// The source span of a value; undefined for one that does not exist.
    pub fn get_span(&self, handle: Handle<T>) -> Span {
        self.values.get(handle.index()).map_or(Span::UNDEFINED, |it| it.1)
    }

    /// The values with their handles.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Handle<T>, &T)> + ExactSizeIterator {
        self.values.iter().enumerate().map(|(index, (value, _))| (Handle::new(index), value))
    }

    /// The values with their handles, mutably.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (Handle<T>, &mut T)> {
        self.values.iter_mut().enumerate().map(|(index, (value, _))| (Handle::new(index), value))
    }
}

impl<T> Index<Handle<T>> for Arena<T> {
    type Output = T;

    fn index(&self, handle: Handle<T>) -> &T {
        &self.values.index(handle.index()).0
    }
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: fmt::Debug> fmt::Debug for Arena<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::{Arena, BadHandle, Handle, UniqueArena};
    use crate::source::Span;

    #[test]
    fn an_arena_keeps_every_value_with_its_place() {
        let mut arena = Arena::new();
        let first = arena.append("a", Span::new(1, 2));
        let second = arena.append("a", Span::UNDEFINED);
        assert_ne!(first, second);
        assert_eq!((arena[first], arena.get_span(first), arena.len()), ("a", Span::new(1, 2), 2));
        *arena.get_mut(second) = "b";
        assert_eq!(format!("{arena:?}"), r#"{[0]: "a", [1]: "b"}"#);
        assert_eq!(arena.try_get(Handle::new(2)), Err(BadHandle));
        assert_eq!(arena.get_span(Handle::new(2)), Span::UNDEFINED);
    }

    #[test]
    fn a_unique_arena_keeps_equal_values_once() {
        let mut arena = UniqueArena::new();
        let first = arena.insert("a", Span::new(1, 2));
        assert_eq!(arena.insert("a", Span::new(5, 6)), first);
        let second = arena.insert("b", Span::UNDEFINED);
        assert_eq!((arena.len(), arena.get(&"b"), arena.get(&"c")), (2, Some(second), None));
        assert_eq!((arena[first], arena.get_span(first)), ("a", Span::new(1, 2)));
        assert_eq!(arena.get_handle(Handle::new(2)), Err(BadHandle));
    }

    #[test]
    fn an_option_of_a_handle_is_as_small_as_a_handle() {
        assert_eq!(size_of::<Option<Handle<String>>>(), size_of::<u32>());
    }
}
