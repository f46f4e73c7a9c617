//! Sets of events and relations between them, as bits.
//!
//! Comes in: numbers of events below [`MOST_EVENTS`]. Goes out: sets and relations made from others by the operations in which
//! the model is written. Must not depend on: what the events are.

use std::ops::{BitAnd, BitOr, Sub};

/// How many events an execution has at most.
pub const MOST_EVENTS: usize = 48;

/// A set of events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Set(pub u64);

impl Set {
    /// The events for which `holds`, of those numbered from 0 to before `count`.
    pub fn of(count: usize, holds: impl Fn(usize) -> bool) -> Self {
        Self((0..count.min(MOST_EVENTS)).filter(|&it| holds(it)).fold(0, |bits, it| bits | 1 << it))
    }

    /// Whether an event is in the set.
    pub const fn has(self, event: usize) -> bool {
        event < MOST_EVENTS && self.0 & 1 << event != 0
    }

    /// Whether there is no event in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The events in ascending order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let event = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            (event < MOST_EVENTS).then_some(event)
        })
    }
}

impl BitOr for Set {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for Set {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for Set {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// A relation: for each event the set of those that it is related to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    rows: [u64; MOST_EVENTS],
}

impl Relation {
    /// Nothing is related.
    pub const NONE: Self = Self { rows: [0; MOST_EVENTS] };

    /// The pairs for which `holds`, of events from 0 to before `count`.
    pub fn of(count: usize, holds: impl Fn(usize, usize) -> bool) -> Self {
        let mut relation = Self::NONE;
        for (from, row) in relation.rows.iter_mut().enumerate().take(count) {
            *row = Set::of(count, |to| holds(from, to)).0;
        }
        relation
    }

    /// Each event of the set with itself: the published `stor[set]`.
    pub fn identity(set: Set) -> Self {
        let mut relation = Self::NONE;
        for (event, row) in relation.rows.iter_mut().enumerate() {
            *row = set.0 & 1 << event;
        }
        relation
    }

    /// Each event of one set with each of another: `from -> to`.
    pub fn product(from: Set, to: Set) -> Self {
        let mut relation = Self::NONE;
        for (event, row) in relation.rows.iter_mut().enumerate() {
            *row = if from.has(event) { to.0 } else { 0 };
        }
        relation
    }

    /// Adds a pair.
    pub fn insert(&mut self, from: usize, to: usize) {
        if let Some(row) = self.rows.get_mut(from) {
            *row |= 1 << to;
        }
    }

    /// The events that an event is related to.
    pub fn row(&self, from: usize) -> Set {
        Set(self.rows.get(from).copied().unwrap_or(0))
    }

    /// Whether two events are related, in this direction.
    pub fn has(&self, from: usize, to: usize) -> bool {
        self.row(from).has(to)
    }

    /// Whether nothing is related.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == 0)
    }

    /// The pairs, in order.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.rows.iter().enumerate().flat_map(|(from, &row)| Set(row).iter().map(move |to| (from, to)))
    }

    /// The pairs that begin in the set: `stor[set] . r`.
    pub fn from(&self, set: Set) -> Self {
        let mut relation = self.clone();
        for (event, row) in relation.rows.iter_mut().enumerate() {
            if !set.has(event) {
                *row = 0;
            }
        }
        relation
    }

    /// The pairs that end in the set: `r . stor[set]`.
    pub fn to(&self, set: Set) -> Self {
        let mut relation = self.clone();
        relation.rows.iter_mut().for_each(|row| *row &= set.0);
        relation
    }

    /// One relation after the other: `r . s`.
    pub fn then(&self, next: &Self) -> Self {
        let mut relation = Self::NONE;
        for (row, &first) in relation.rows.iter_mut().zip(&self.rows) {
            *row = Set(first).iter().fold(0, |bits, it| bits | next.row(it).0);
        }
        relation
    }

    /// The same pairs the other way: `~r`.
    pub fn inverse(&self) -> Self {
        let mut relation = Self::NONE;
        self.pairs().for_each(|(from, to)| relation.insert(to, from));
        relation
    }

    /// A relation and its inverse: `rai[r]`.
    pub fn and_inverse(&self) -> Self {
        self | &self.inverse()
    }

    /// With each event to itself, of all that there are: `rc[r]`.
    pub fn reflexive(&self) -> Self {
        self | &Self::identity(Set(u64::MAX))
    }

    /// One or more steps: `^r`.
    pub fn closure(&self) -> Self {
        let mut closed = self.clone();
        for middle in 0..MOST_EVENTS {
            let onward = closed.row(middle).0;
            if onward != 0 {
                for row in closed.rows.iter_mut().filter(|row| **row & 1 << middle != 0) {
                    *row |= onward;
                }
            }
        }
        closed
    }

    /// Two or more steps: `twoplus[r]`.
    pub fn two_or_more(&self) -> Self {
        self.then(&self.closure())
    }

    /// Without the pairs that several steps lead to as well: `imm[r]`.
    pub fn immediate(&self) -> Self {
        self - &self.two_or_more()
    }

    /// Without pairs of an event with itself.
    pub fn irreflexive(&self) -> Self {
        self - &Self::identity(Set(u64::MAX))
    }

    /// Whether no event leads to itself.
    pub fn is_acyclic(&self) -> bool {
        let closed = self.closure();
        (0..MOST_EVENTS).all(|it| !closed.has(it, it))
    }

    fn each(&self, other: &Self, operation: impl Fn(u64, u64) -> u64) -> Self {
        let mut relation = Self::NONE;
        for ((row, &left), &right) in relation.rows.iter_mut().zip(&self.rows).zip(&other.rows) {
            *row = operation(left, right);
        }
        relation
    }
}

impl BitOr for &Relation {
    type Output = Relation;
    fn bitor(self, other: Self) -> Relation {
        self.each(other, |left, right| left | right)
    }
}

impl BitAnd for &Relation {
    type Output = Relation;
    fn bitand(self, other: Self) -> Relation {
        self.each(other, |left, right| left & right)
    }
}

impl Sub for &Relation {
    type Output = Relation;
    fn sub(self, other: Self) -> Relation {
        self.each(other, |left, right| left & !right)
    }
}

#[cfg(test)]
mod tests {
    use super::{Relation, Set};

    fn relation(pairs: &[(usize, usize)]) -> Relation {
        Relation::of(8, |from, to| pairs.contains(&(from, to)))
    }

    #[test]
    fn operations_are_those_of_relations() {
        let chain = relation(&[(0, 1), (1, 2), (2, 3)]);
        assert_eq!(chain.then(&chain), relation(&[(0, 2), (1, 3)]));
        assert_eq!(chain.closure(), relation(&[(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]));
        assert_eq!(chain.closure().immediate(), chain);
        assert_eq!(chain.two_or_more(), relation(&[(0, 2), (1, 3), (0, 3)]));
        assert_eq!(chain.inverse(), relation(&[(1, 0), (2, 1), (3, 2)]));
        assert!(chain.is_acyclic() && !(&chain | &relation(&[(3, 0)])).is_acyclic());
        assert_eq!(chain.from(Set(0b010)), relation(&[(1, 2)]));
        assert_eq!(chain.to(Set(0b010)), relation(&[(0, 1)]));
        assert_eq!(Relation::product(Set(0b11), Set(0b100)), relation(&[(0, 2), (1, 2)]));
        assert_eq!(&chain.reflexive() - &Relation::identity(Set(u64::MAX)), chain);
        assert_eq!(Set(0b1011).iter().collect::<Vec<_>>(), [0, 1, 3]);
    }
}
