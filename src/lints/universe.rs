//! Sets of invocations for which terms are evaluated one by one: a workgroup, a subgroup of each size, a quad.
//!
//! Comes in: terms over what tells these invocations apart. Goes out: the value for each invocation. Must not depend on: HIR.
//!
//! Workgroup 0 and the quad at the origin stand for all others: they always exist, so what they do certainly happens.

use super::term::{Node, Source, Support, Term, Terms};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The sizes of subgroups that devices have.
pub(super) static SUBGROUP_SIZES: [u32; 6] = [4, 8, 16, 32, 64, 128];

/// More invocations than in any workgroup that a device has.
const MOST_INVOCATIONS: u32 = 2048;

/// What terms are for each invocation, as far as somebody asked; `None` if that is not followed.
pub(super) type Known = FxHashMap<Term, Option<Rc<[u32]>>>;

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Its size, the number of the workgroup, and the size of its subgroups, where that matters.
    Workgroup {
        size: [u32; 3],
        group: [u32; 3],
        subgroup: u32,
    },
    /// The size of the subgroup.
    Subgroup(u32),
    Quad,
}

/// A set of invocations.
#[derive(Debug)]
pub(super) struct Universe {
    kind: Kind,
    /// What terms may depend on.
    pub(super) followed: Support,
    /// How many invocations there are.
    pub(super) count: u32,
    pub(super) known: Known,
}

impl Universe {
    fn new(kind: Kind, followed: Support, count: u32) -> Self {
        Self { kind, followed, count, known: FxHashMap::default() }
    }

    /// The same, in the memory of another.
    pub(super) fn reusing(self, memory: Known) -> Self {
        Self { known: memory, ..self }
    }

    /// The invocations of workgroup 0.
    pub(super) fn workgroup(size: [u32; 3]) -> Option<Self> {
        let count = size.iter().try_fold(1, |product: u32, &it| product.checked_mul(it))?;
        let fits = (1..=MOST_INVOCATIONS).contains(&count);
        let kind = Kind::Workgroup { size, group: [0; 3], subgroup: 0 };
        fits.then(|| Self::new(kind, Support::LOCAL.with(Support::GROUP), count))
    }

    /// The invocations of the next workgroup along an axis.
    pub(super) fn next_workgroup(&self, axis: usize) -> Option<Self> {
        let Kind::Workgroup { size, mut group, subgroup } = self.kind else { return None };
        *group.get_mut(axis)? += 1;
        Some(Self::new(Kind::Workgroup { size, group, subgroup }, self.followed, self.count))
    }

    /// The same workgroup, of which nothing is known yet.
    pub(super) fn again(&self) -> Option<Self> {
        matches!(self.kind, Kind::Workgroup { .. }).then(|| Self::new(self.kind, self.followed, self.count))
    }

    /// The invocations of this workgroup if subgroups have a size, and take them in their order.
    pub(super) fn in_subgroups(&self, subgroup: u32) -> Option<Self> {
        let Kind::Workgroup { size, group, .. } = self.kind else { return None };
        let followed = self.followed.with(Support::LANE).with(Support::SIZE).with(Support::SUBGROUP);
        Some(Self::new(Kind::Workgroup { size, group, subgroup }, followed, self.count))
    }

    /// The invocations of a full subgroup.
    pub(super) fn subgroup(size: u32) -> Self {
        Self::new(Kind::Subgroup(size), Support::LANE.with(Support::SIZE), size)
    }

    /// The invocations of the quad at the origin.
    pub(super) fn quad() -> Self {
        Self::new(Kind::Quad, Support::PIXEL, 4)
    }

    /// A number for each invocation.
    fn numbers(&self, of: impl Fn(u32) -> u32) -> Rc<[u32]> {
        (0..self.count).map(of).collect()
    }

    /// A number of the invocation, for each.
    fn source(&self, source: Source) -> Rc<[u32]> {
        if let Kind::Workgroup { size: [x, y, _], group, subgroup } = self.kind {
            let (row, lanes) = (x.max(1), subgroup.max(1));
            // The source is asked for once, and not by each invocation.
            return match source {
                Source::LocalX => self.numbers(|it| it % row),
                Source::LocalY => self.numbers(|it| it / row % y.max(1)),
                Source::LocalZ => self.numbers(|it| it / x.saturating_mul(y).max(1)),
                Source::LocalIndex => self.numbers(|it| it),
                Source::GroupX => self.numbers(|_| group[0]),
                Source::GroupY => self.numbers(|_| group[1]),
                Source::GroupZ => self.numbers(|_| group[2]),
                Source::Lane => self.numbers(|it| it % lanes),
                Source::Elected => self.numbers(|it| u32::from(it.is_multiple_of(lanes))),
                Source::SubgroupSize => self.numbers(|_| subgroup),
                Source::SubgroupId => self.numbers(|it| it / lanes),
                Source::Subgroups => self.numbers(|_| self.count.div_ceil(lanes)),
                Source::PixelX | Source::PixelY => self.numbers(|_| 0),
            };
        }
        match (self.kind, source) {
            (Kind::Subgroup(_), Source::Lane) => self.numbers(|it| it),
            (Kind::Subgroup(_), Source::Elected) => self.numbers(|it| u32::from(it == 0)),
            (Kind::Subgroup(size), Source::SubgroupSize) => self.numbers(|_| size),
            (Kind::Quad, Source::PixelX) => self.numbers(|it| it & 1),
            (Kind::Quad, Source::PixelY) => self.numbers(|it| it >> 1),
            _ => self.numbers(|_| 0),
        }
    }

    /// The value of a term for each invocation; `None` if it depends on anything else.
    pub(super) fn evaluate(&mut self, terms: &Terms, term: Term) -> Option<Rc<[u32]>> {
        if !terms.support(term).within(self.followed) {
            return None;
        }
        if let Some(known) = self.known.get(&term) {
            return known.clone();
        }
        let values = self.compute(terms, term);
        self.known.insert(term, values.clone());
        values
    }

    fn compute(&mut self, terms: &Terms, term: Term) -> Option<Rc<[u32]>> {
        let count = self.count as usize;
        Some(match terms.node(term) {
            Node::Constant(value) => std::iter::repeat_n(value, count).collect(),
            Node::Source(source) => self.source(source),
            Node::Unknown(_) => return None,
            Node::Operation(operation, left, right) => {
                let (left, right) = (self.evaluate(terms, left)?, self.evaluate(terms, right)?);
                left.iter().zip(right.iter()).map(|(&left, &right)| operation.apply(left, right)).collect()
            }
            Node::Select(condition, accept, reject) => {
                let condition = self.evaluate(terms, condition)?;
                let (accept, reject) = (self.evaluate(terms, accept)?, self.evaluate(terms, reject)?);
                let both = accept.iter().zip(reject.iter());
                let chosen = condition.iter().zip(both);
                chosen.map(|(&is, (&accept, &reject))| if is != 0 { accept } else { reject }).collect()
            }
        })
    }
}

/// A full subgroup of each size, made when somebody asks.
#[derive(Debug)]
pub(super) struct Subgroups {
    sizes: &'static [u32],
    made: Vec<Universe>,
}

impl Subgroups {
    pub(super) const fn of(sizes: &'static [u32]) -> Self {
        Self { sizes, made: Vec::new() }
    }

    pub(super) fn get(&mut self) -> &mut [Universe] {
        if self.made.is_empty() {
            self.made.extend(self.sizes.iter().map(|&it| Universe::subgroup(it)));
        }
        &mut self.made
    }
}

#[cfg(test)]
mod tests {
    use super::Universe;
    use crate::lints::term::{Known, Operation, Source, Terms};

    #[test]
    fn ids_of_a_workgroup() {
        let size = [4, 2, 1];
        let mut terms = Terms::new(Some(size), Known::default(), 0, Terms::default());
        let mut group = Universe::workgroup(size).unwrap_or_else(Universe::quad);
        let (x, y) = (terms.source(Source::LocalX), terms.source(Source::LocalY));
        let ten = terms.constant(10);
        let row = terms.operation(Operation::Multiply, y, ten);
        let sum = terms.operation(Operation::Add, row, x);
        assert_eq!(group.evaluate(&terms, sum).as_deref(), Some(&[0, 1, 2, 3, 10, 11, 12, 13][..]));
        let lane = terms.source(Source::Lane);
        assert_eq!(group.evaluate(&terms, lane), None);
    }
}
