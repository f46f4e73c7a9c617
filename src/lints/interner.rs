//! Values with numbers, equal ones once.
//!
//! Comes in: values. Goes out: their numbers, from 0. Must not depend on: what they are.
//!
//! A hash map of the standard library keeps each value a second time and takes three times as long.

use super::memory::empty;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// Values with their numbers. It has no room unless it is [`Self::cleared`].
#[derive(Debug)]
pub(super) struct Interner<T> {
    values: Vec<T>,
    /// A power of two of places, at most half of them in use: 0 is none, else the number of a value and one.
    table: Vec<u32>,
    /// How many of them are in use.
    used: usize,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Self { values: Vec::new(), table: Vec::new(), used: 0 }
    }
}

impl<T: Copy + Eq + Hash> Interner<T> {
    /// Nothing, in the memory of another.
    pub(super) fn cleared(self) -> Self {
        Self { values: empty(self.values), table: empty(self.table), used: 0 }
    }

    /// An empty one, with room for about so many.
    pub(super) fn with_room(mut self, room: usize) -> Self {
        self.values.reserve(room);
        self.table.resize(room.next_power_of_two().max(64), 0);
        self
    }

    pub(super) const fn len(&self) -> u32 {
        self.values.len() as u32
    }

    pub(super) fn get(&self, number: u32) -> Option<T> {
        self.values.get(number as usize).copied()
    }

    /// Where a value is in the table, or is to be.
    #[inline(always)]
    fn place_of(&self, value: &T) -> usize {
        let mask = self.table.len() - 1;
        let mut hasher = FxHasher::default();
        value.hash(&mut hasher);
        let mut place = hasher.finish() as usize & mask;
        while let Some(number) = self.at(place) {
            if self.values.get(number as usize) == Some(value) {
                break;
            }
            place = (place + 1) & mask;
        }
        place
    }

    /// The number in a place of the table.
    fn at(&self, place: usize) -> Option<u32> {
        self.table.get(place).and_then(|it| it.checked_sub(1))
    }

    /// The number of a value that was inserted.
    pub(super) fn find(&self, value: &T) -> Option<u32> {
        self.at(self.place_of(value))
    }

    /// The number of a value, and whether it is new.
    #[inline(always)]
    pub(super) fn insert(&mut self, value: T) -> (u32, bool) {
        let mut place = self.place_of(&value);
        if let Some(number) = self.at(place) {
            return (number, false);
        }
        if self.used * 2 >= self.table.len() {
            place = self.grow(&value);
        }
        let number = self.push(value);
        if let Some(entry) = self.table.get_mut(place) {
            *entry = number + 1;
        }
        self.used += 1;
        (number, true)
    }

    /// The number of a value that equals no other, for which nobody looks.
    pub(super) fn push(&mut self, value: T) -> u32 {
        self.values.push(value);
        self.len() - 1
    }

    /// Makes room. Where a value is to be then.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, next: &T) -> usize {
        let numbers = std::mem::take(&mut self.table);
        self.table = vec![0; numbers.len() * 2];
        for number in numbers.into_iter().filter(|it| *it > 0) {
            let Some(value) = self.get(number - 1) else { continue };
            let place = self.place_of(&value);
            if let Some(entry) = self.table.get_mut(place) {
                *entry = number;
            }
        }
        self.place_of(next)
    }
}

#[cfg(test)]
mod tests {
    use super::Interner;

    #[test]
    fn equal_values_have_one_number() {
        let mut values = Interner::default().with_room(0);
        let numbers: Vec<u32> = (0..1000_u32).map(|it| values.insert(it % 300).0).collect();
        assert!(numbers.iter().zip(0..).all(|(number, it)| *number == it % 300));
        assert_eq!((values.len(), values.find(&299), values.find(&300)), (300, Some(299), None));
        assert_eq!(values.push(7), 300);
        assert_eq!(values.insert(7), (7, false));
    }
}
