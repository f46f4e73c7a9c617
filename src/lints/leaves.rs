//! The components of a value.
//!
//! Comes in: up to four terms. Goes out: the same, copied for next to nothing. Must not depend on: how terms are made.

use super::term::{Term, Terms};
use std::ops::{Deref, DerefMut};

/// The components of a value that is a scalar or a short vector; one that stands for all of anything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leaves {
    terms: [Term; 4],
    count: u8,
}

impl Leaves {
    /// None.
    pub(super) const fn new() -> Self {
        Self { terms: [Terms::FALSE; 4], count: 0 }
    }

    /// A scalar.
    pub(super) const fn one(term: Term) -> Self {
        Self { terms: [term, Terms::FALSE, Terms::FALSE, Terms::FALSE], count: 1 }
    }

    /// The first component, if there is one.
    pub(super) const fn head(&self) -> Option<Term> {
        if self.count == 0 { None } else { Some(self.terms[0]) }
    }

    /// The component of a scalar.
    pub(super) const fn only(&self) -> Option<Term> {
        if self.count == 1 { Some(self.terms[0]) } else { None }
    }

    /// The same term `count` times.
    pub(super) fn repeat(term: Term, count: usize) -> Self {
        Self { terms: [term; 4], count: count.min(4) as u8 }
    }

    /// The first four of a list.
    pub(super) fn of(terms: &[Term]) -> Self {
        let mut leaves = Self::new();
        for (to, from) in leaves.terms.iter_mut().zip(terms) {
            *to = *from;
        }
        leaves.count = terms.len().min(4) as u8;
        leaves
    }

    /// The same function of each component.
    pub(super) fn each(mut self, mut of: impl FnMut(Term) -> Term) -> Self {
        for term in self.iter_mut() {
            *term = of(*term);
        }
        self
    }

    /// A function of the components of two values, as many as the shorter one has.
    pub(super) fn zip_with(mut self, other: Self, mut of: impl FnMut(Term, Term) -> Term) -> Self {
        self.count = self.count.min(other.count);
        for (term, other) in self.iter_mut().zip(other.terms) {
            *term = of(*term, other);
        }
        self
    }

    /// Adds a component; a fifth is left out.
    pub(super) fn push(&mut self, term: Term) {
        if let Some(place) = self.terms.get_mut(usize::from(self.count)) {
            *place = term;
            self.count += 1;
        }
    }
}

impl Deref for Leaves {
    type Target = [Term];

    fn deref(&self) -> &[Term] {
        self.terms.get(..usize::from(self.count)).unwrap_or_default()
    }
}

impl DerefMut for Leaves {
    fn deref_mut(&mut self) -> &mut [Term] {
        self.terms.get_mut(..usize::from(self.count)).unwrap_or_default()
    }
}

impl IntoIterator for Leaves {
    type Item = Term;
    type IntoIter = std::iter::Take<std::array::IntoIter<Term, 4>>;

    fn into_iter(self) -> Self::IntoIter {
        self.terms.into_iter().take(usize::from(self.count))
    }
}

impl FromIterator<Term> for Leaves {
    fn from_iter<T: IntoIterator<Item = Term>>(terms: T) -> Self {
        let mut leaves = Self::new();
        terms.into_iter().for_each(|it| leaves.push(it));
        leaves
    }
}
