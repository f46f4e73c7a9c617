//! Origins: how many writes to each location a value needs before it can exist.
//!
//! Comes in: origins of operands. Goes out: that of the result. Must not depend on: what the values are.
//!
//! A counter that three invocations increase once each cannot hold four. Values are looked for before executions are, so this is
//! what ends the search.

use super::world::LocationId;
use rustc_hash::FxHashMap;

/// An origin, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Origin(u32);

/// Writes to locations, in their order.
type Needs = Vec<(LocationId, u32)>;

/// All origins.
#[derive(Debug)]
pub(super) struct Origins {
    all: Vec<Needs>,
    known: FxHashMap<Needs, Origin>,
}

impl Origin {
    /// Nothing was read.
    pub const NONE: Self = Self(0);
    /// What was there before the dispatch was read.
    pub const INITIAL: Self = Self(1);

    /// Whether the value follows from what was read.
    pub fn is_read(self) -> bool {
        self != Self::NONE
    }
}

impl Default for Origins {
    fn default() -> Self {
        Self { all: vec![Needs::new(), Needs::new()], known: FxHashMap::default() }
    }
}

impl Origins {
    fn needs(&self, origin: Origin) -> &[(LocationId, u32)] {
        self.all.get(origin.0 as usize).map_or(&[], Vec::as_slice)
    }

    fn insert(&mut self, needs: Needs) -> Origin {
        if needs.is_empty() {
            return Origin::INITIAL;
        }
        if let Some(&known) = self.known.get(&needs) {
            return known;
        }
        let origin = Origin(self.all.len() as u32);
        self.all.push(needs.clone());
        self.known.insert(needs, origin);
        origin
    }

    /// How many writes to a location a value needs.
    pub fn count(&self, origin: Origin, location: LocationId) -> u32 {
        self.needs(origin).iter().find(|it| it.0 == location).map_or(0, |it| it.1)
    }

    /// The origin of what is computed from two values.
    pub fn join(&mut self, left: Origin, right: Origin) -> Origin {
        if left == right || !right.is_read() {
            return left;
        }
        if !left.is_read() {
            return right;
        }
        let mut needs = self.needs(left).to_vec();
        for &(location, count) in self.needs(right) {
            match needs.iter_mut().find(|it| it.0 == location) {
                Some(known) => known.1 = known.1.max(count),
                None => needs.push((location, count)),
            }
        }
        needs.sort_unstable();
        self.insert(needs)
    }

    /// What two ways to the same value both need.
    pub fn meet(&mut self, left: Origin, right: Origin) -> Origin {
        if left == right {
            return left;
        }
        let least = |&(location, count): &(LocationId, u32)| {
            let count = count.min(self.count(right, location));
            (count > 0).then_some((location, count))
        };
        let needs = self.needs(left).iter().filter_map(least).collect();
        self.insert(needs)
    }

    /// The origin of a value that was written to a location.
    pub fn written(&mut self, origin: Origin, location: LocationId) -> Origin {
        let mut needs = self.needs(origin).to_vec();
        match needs.iter_mut().find(|it| it.0 == location) {
            Some(known) => known.1 += 1,
            None => needs.push((location, 1)),
        }
        needs.sort_unstable();
        self.insert(needs)
    }
}

#[cfg(test)]
mod tests {
    use super::{Origin, Origins};

    #[test]
    fn values_need_the_writes_on_their_way() {
        let mut origins = Origins::default();
        let one = origins.written(Origin::INITIAL, 7);
        let two = origins.written(one, 7);
        assert_eq!((origins.count(one, 7), origins.count(two, 7), origins.count(two, 8)), (1, 2, 0));
        let other = origins.written(Origin::NONE, 8);
        let both = origins.join(two, other);
        assert_eq!((origins.count(both, 7), origins.count(both, 8)), (2, 1));
        assert_eq!(origins.meet(both, one), one);
        assert_eq!(origins.meet(two, other), Origin::INITIAL);
        assert_eq!(origins.join(Origin::NONE, one), one);
        assert!(!Origin::NONE.is_read() && Origin::INITIAL.is_read());
    }
}
