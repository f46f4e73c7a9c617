//! Invocations at the same element: what is left to ask about two accesses once their indices are numbers.
//!
//! Comes in: invocations, and the index or indices of each. Goes out: two of them that may meet. Must not depend on: terms, HIR.

use super::trace::Extent;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The two lowest invocations and the highest, of those with something in common: one of them is far enough from whoever asks.
#[derive(Clone, Copy)]
struct Owners([u32; 3]);

impl Owners {
    const NOBODY: Self = Self::of(u32::MAX);

    const fn of(invocation: u32) -> Self {
        Self([invocation; 3])
    }

    const fn is_nobody(self) -> bool {
        self.0[0] == u32::MAX
    }

    /// Adds an invocation that is higher than those before.
    fn add(&mut self, invocation: u32) {
        if self.is_nobody() {
            *self = Self::of(invocation);
        }
        let [low, next, high] = &mut self.0;
        if next == low {
            *next = invocation;
        }
        *high = invocation;
    }

    /// The first that may meet another.
    fn find(self, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        self.0.into_iter().find(|&it| is_it(it)).filter(|_| !self.is_nobody())
    }
}

/// The indices of an invocation as one number.
pub(super) fn key(indices: &[Rc<[u32]>], invocation: usize) -> u128 {
    indices.iter().filter_map(|it| it.get(invocation)).fold(0, |key, &part| key << 32 | u128::from(part))
}

/// Whether no two of so many invocations have the same indices.
pub(super) fn are_distinct(indices: &[Rc<[u32]>], count: u32) -> bool {
    // Mostly an invocation has an element behind that of the one before, and nothing need be remembered.
    if indices.iter().any(|it| it.is_sorted_by(|one, next| one < next)) {
        return true;
    }
    let keys = || (0..count as usize).map(|it| key(indices, it));
    keys().is_sorted_by(|one, next| one < next) || {
        let mut seen = FxHashSet::default();
        keys().all(|it| seen.insert(it))
    }
}

/// Two invocations, of those that do one thing and those that do another.
pub(super) fn any_two(first: &[u32], second: &[u32], may_meet: impl Fn(u32, u32) -> bool) -> Option<(u32, u32)> {
    let (&low, &high) = (second.first()?, second.last()?);
    first.iter().find_map(|&t| [low, high].into_iter().find(|&u| may_meet(t, u)).map(|u| (t, u)))
}

/// Invocations in their order, and the indices of all that there are.
type Numbered<'a> = (&'a [u32], &'a [Rc<[u32]>]);

/// Two invocations whose indices are equal, and the index where there is one.
pub(super) fn same_element(
    first: Numbered<'_>,
    second: Numbered<'_>,
    may_meet: impl Fn(u32, u32) -> bool,
) -> Option<(u32, u32, Option<u32>)> {
    if let ([left], [right]) = (first.1, second.1) {
        let (t, u, index) = same_index((first.0, left), (second.0, right), may_meet)?;
        return Some((t, u, Some(index)));
    }
    let mut owners: FxHashMap<u128, Owners> = FxHashMap::default();
    for &invocation in first.0 {
        owners.entry(key(first.1, invocation as usize)).or_insert(Owners::NOBODY).add(invocation);
    }
    second.0.iter().find_map(|&u| {
        let owners = owners.get(&key(second.1, u as usize))?;
        Some((owners.find(|t| may_meet(t, u))?, u, None))
    })
}

/// Invocations in their order, and the index of all that there are.
type Indexed<'a> = (&'a [u32], &'a [u32]);

/// A table may have so many places for each invocation: to fill them takes no longer than to insert one into a map.
const MOST_PLACES: u32 = 32;

/// Two invocations whose indices are equal, and the index.
///
/// Most shaders number the elements of a workgroup without large gaps, so a table finds them. With a map this was
/// two fifths of what lints took for a kernel with a reduction.
fn same_index(first: Indexed<'_>, second: Indexed<'_>, may_meet: impl Fn(u32, u32) -> bool) -> Option<(u32, u32, u32)> {
    let (low, high) = range_of(first)?;
    let (other_low, other_high) = range_of(second)?;
    // Where both are, if anywhere.
    let (low, high) = (low.max(other_low), high.min(other_high));
    let length = high.checked_sub(low)?.saturating_add(1);
    if length / MOST_PLACES > first.0.len() as u32 {
        let mut owners: FxHashMap<u32, Owners> = FxHashMap::default();
        for (invocation, index) in indices_of(first) {
            owners.entry(index).or_insert(Owners::NOBODY).add(invocation);
        }
        return indices_of(second)
            .find_map(|(u, index)| Some((owners.get(&index)?.find(|t| may_meet(t, u))?, u, index)));
    }
    let mut owners = vec![Owners::NOBODY; length as usize];
    let place = |index: u32| index.wrapping_sub(low) as usize;
    for (invocation, index) in indices_of(first) {
        if let Some(owners) = owners.get_mut(place(index)) {
            owners.add(invocation);
        }
    }
    indices_of(second).find_map(|(u, index)| Some((owners.get(place(index))?.find(|t| may_meet(t, u))?, u, index)))
}

fn indices_of((active, indices): Indexed<'_>) -> impl Iterator<Item = (u32, u32)> {
    active.iter().filter_map(|&it| Some((it, *indices.get(it as usize)?)))
}

/// The lowest index and the highest.
fn range_of(indexed: Indexed<'_>) -> Option<(u32, u32)> {
    indices_of(indexed).map(|it| (it.1, it.1)).reduce(|(low, high), (index, _)| (low.min(index), high.max(index)))
}

/// Who accesses which elements: the invocations in their order, the index of all that there are, and the elements from there on.
type Ranged<'a> = (&'a [u32], &'a [u32], Extent);

/// Two invocations whose ranges have an element in common, and the first such element.
pub(super) fn same_range(
    first: Ranged<'_>,
    second: Ranged<'_>,
    may_meet: impl Fn(u32, u32) -> bool,
) -> Option<(u32, u32, u32)> {
    let by_index = |(active, indices, _): Ranged<'_>| {
        let mut found: FxHashMap<u32, Owners> = FxHashMap::default();
        let mut order = Vec::new();
        for (invocation, index) in indices_of((active, indices)) {
            let owners = found.entry(index).or_insert_with(|| {
                order.push(index);
                Owners::NOBODY
            });
            owners.add(invocation);
        }
        order.into_iter().filter_map(|it| Some((it, *found.get(&it)?))).collect::<Vec<(u32, Owners)>>()
    };
    let mut owners: FxHashMap<u32, Owners> = FxHashMap::default();
    for (index, of_index) in by_index(first) {
        for offset in first.2.offsets() {
            let Owners([_, _, known]) = owners.entry(index.wrapping_add(offset)).or_insert(of_index);
            *known = (*known).max(of_index.0[2]);
        }
    }
    for (index, of_index) in by_index(second) {
        for offset in second.2.offsets() {
            let element = index.wrapping_add(offset);
            let Some(owners) = owners.get(&element) else { continue };
            for t in owners.0 {
                if let Some(u) = of_index.find(|u| may_meet(t, u)) {
                    return Some((t, u, element));
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{are_distinct, same_element};
    use std::rc::Rc;

    #[test]
    fn elements_near_each_other_and_far_ones_are_found_alike() {
        let active: Vec<u32> = (0..64).collect();
        for stride in [1, 100_000] {
            let of = |offset: u32| -> [Rc<[u32]>; 1] { [active.iter().map(|it| (it + offset) * stride).collect()] };
            let meeting = |offset| same_element((&active, &of(0)), (&active, &of(offset)), |t, u| t != u);
            assert_eq!(meeting(0), None);
            assert_eq!(meeting(1), Some((1, 0, Some(stride))));
            assert_eq!(meeting(64), None);
        }
    }

    #[test]
    fn indices_are_distinct_in_any_order() {
        let of = |indices: &[u32]| -> [Rc<[u32]>; 1] { [indices.into()] };
        assert!(are_distinct(&of(&[1, 2, 9]), 3) && are_distinct(&of(&[9, 1, 2]), 3));
        assert!(!are_distinct(&of(&[9, 1, 9]), 3) && !are_distinct(&of(&[1, 1, 9]), 3));
        let of_two = |first: &[u32], second: &[u32]| are_distinct(&[first.into(), second.into()], 3);
        assert!(of_two(&[7, 7, 7], &[1, 2, 9]) && of_two(&[7, 5, 7], &[1, 1, 2]));
        assert!(!of_two(&[7, 7, 7], &[1, 2, 1]) && !of_two(&[7, 5, 7], &[1, 1, 1]));
    }
}
