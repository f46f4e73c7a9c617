//! Who meets whom: two invocations at one element of memory.
//!
//! Comes in: two accesses. Goes out: two invocations that certainly meet. Must not depend on: what is said about it.

use super::catalog::Tier;
use super::elements::{self, any_two, same_element, same_range};
use super::memory::{empty, empty_map};
use super::term::{Node, Operation, Scope, Support, Term, Terms};
use super::trace::{Access, Extent, Kind, Memory};
use super::universe::Universe;
use super::walk::Walk;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// Two invocations at one element.
pub(super) struct Meeting {
    pub first: u32,
    pub second: u32,
    pub element: Option<u32>,
    /// They are in two workgroups.
    pub across: bool,
    pub tier: Tier,
}

/// The conditions of an access, sorted by what is known of them.
#[derive(Debug)]
struct Side {
    /// What the host decides.
    uniform: SmallVec<[Term; 4]>,
    /// Those that invocations can be asked for.
    closed: SmallVec<[Term; 4]>,
    /// The condition depends on data.
    guarded: bool,
}

/// An index as a sum.
#[derive(Debug)]
struct Sum {
    /// What invocations can be asked for.
    closed: Term,
    /// The rest, with signs.
    others: SmallVec<[(Term, i32); 4]>,
}

/// What many pairs ask for.
#[derive(Debug, Default)]
pub(super) struct Asked {
    sides: Vec<Side>,
    sums: Vec<Sum>,
    /// The numbers of sides by what is followed and the condition; `None` if a condition is not followed.
    numbers_of_sides: FxHashMap<(Support, Term), Option<u32>>,
    /// Those of sums by what is followed and the index.
    numbers_of_sums: FxHashMap<(Support, Term), u32>,
    /// Who gets past the conditions that are followed, by the universe and all the condition.
    active: FxHashMap<(usize, Term), Rc<[u32]>>,
}

impl Asked {
    /// Nothing, in the memory of another.
    pub(super) fn cleared(self) -> Self {
        Self {
            sides: empty(self.sides),
            sums: empty(self.sums),
            numbers_of_sides: empty_map(self.numbers_of_sides),
            numbers_of_sums: empty_map(self.numbers_of_sums),
            active: empty_map(self.active),
        }
    }
}

/// Sets of invocations, and what many pairs ask for.
pub(super) struct Worlds {
    /// The first workgroup; the next ones along the axes that the shader asks for; the first with subgroups of each size.
    pub universes: Vec<Universe>,
    /// Where those with subgroups begin.
    pub subgroups: usize,
    asked: Asked,
    /// By universe and indices, whether no two invocations have the same.
    distinct: Vec<FxHashMap<SmallVec<[Term; 2]>, bool>>,
}

impl Worlds {
    /// Nothing was `asked` so far.
    pub(super) fn new(group: Universe, axes: [bool; 3], sizes: &[u32], asked: Asked) -> Self {
        let mut universes = Vec::with_capacity(1 + axes.len() + sizes.len());
        universes.push(group);
        for (axis, _) in axes.into_iter().enumerate().filter(|it| it.1) {
            universes.extend(universes.first().and_then(|it| it.next_workgroup(axis)));
        }
        let subgroups = universes.len();
        for &size in sizes {
            universes.extend(universes.first().and_then(|it| it.in_subgroups(size)));
        }
        let distinct = vec![FxHashMap::default(); universes.len()];
        Self { universes, subgroups, asked, distinct }
    }

    /// The first workgroup, and the memory of what was asked.
    pub(super) fn finish(self) -> (Option<Universe>, Asked) {
        (self.universes.into_iter().next(), self.asked)
    }

    /// The world to ask for what has a support: the first one stands for all in which that is the same.
    fn standing_for(&self, world: usize, support: Support) -> usize {
        let differs = if world < self.subgroups { Support::GROUP } else { Support::SUBGROUPS };
        if support.has(differs) { world } else { 0 }
    }

    fn evaluate(&mut self, terms: &Terms, world: usize, term: Term) -> Option<Rc<[u32]>> {
        let world = self.standing_for(world, terms.support(term));
        self.universes.get_mut(world)?.evaluate(terms, term)
    }

    fn are_distinct(&mut self, terms: &Terms, world: usize, indices: &SmallVec<[Term; 2]>) -> bool {
        let support = terms.support_of(indices);
        let world = self.standing_for(world, support);
        if !self.universes.get(world).is_some_and(|it| support.within(it.followed)) {
            return false;
        }
        if let Some(&known) = self.distinct.get(world).and_then(|it| it.get(indices.as_slice())) {
            return known;
        }
        let values: Option<SmallVec<[Rc<[u32]>; 2]>> =
            indices.iter().map(|&it| self.evaluate(terms, world, it)).collect();
        let count = self.universes.first().map_or(0, |it| it.count);
        let distinct = values.is_some_and(|values| elements::are_distinct(&values, count));
        if let Some(known) = self.distinct.get_mut(world) {
            known.insert(indices.clone(), distinct);
        }
        distinct
    }

    /// Whether each invocation has an element of its own.
    fn keep_apart(&mut self, terms: &Terms, world: usize, pair: [&Access; 2]) -> bool {
        let [first, second] = pair;
        first.indices == second.indices && !is_of_matrices(pair) && self.are_distinct(terms, world, &first.indices)
    }

    /// The number of a side.
    fn side(&mut self, terms: &Terms, followed: Support, path: Term) -> Option<u32> {
        let Asked { sides, numbers_of_sides, .. } = &mut self.asked;
        // Most are asked for many times.
        *numbers_of_sides.entry((followed, path)).or_insert_with(|| {
            sides.push(Side::new(terms, followed, path)?);
            Some(sides.len() as u32 - 1)
        })
    }

    fn side_at(&self, number: u32) -> Option<&Side> {
        self.asked.sides.get(number as usize)
    }

    /// The number of a sum.
    fn sum(&mut self, terms: &mut Terms, followed: Support, index: Term) -> u32 {
        let Asked { sums, numbers_of_sums, .. } = &mut self.asked;
        *numbers_of_sums.entry((followed, index)).or_insert_with(|| {
            let (closed, others) = terms.split(index, followed);
            sums.push(Sum { closed, others });
            sums.len() as u32 - 1
        })
    }

    fn sum_at(&self, number: u32) -> Option<&Sum> {
        self.asked.sums.get(number as usize)
    }

    /// The invocations that get past the conditions of a path that are followed, in their order. `side`: that of the path.
    fn active(&mut self, terms: &Terms, world: usize, path: Term, side: u32) -> Option<Rc<[u32]>> {
        let closed = &self.asked.sides.get(side as usize)?.closed;
        let world = self.standing_for(world, terms.support_of(closed));
        if let Some(known) = self.asked.active.get(&(world, path)) {
            return Some(known.clone());
        }
        let universe = self.universes.get_mut(world)?;
        let mut active: Vec<u32> = (0..universe.count).collect();
        for &condition in closed {
            let values = universe.evaluate(terms, condition)?;
            active.retain(|&it| values.get(it as usize).is_some_and(|it| *it != 0));
        }
        let active: Rc<[u32]> = active.into();
        self.asked.active.insert((world, path), active.clone());
        Some(active)
    }
}

impl Side {
    /// `None` if a condition is not followed.
    fn new(terms: &Terms, followed: Support, path: Term) -> Option<Self> {
        let mut side = Self { uniform: SmallVec::new(), closed: SmallVec::new(), guarded: false };
        // What was read may be anything.
        let free = Support::DATA.with(Support::SHARED);
        for condition in terms.conjuncts(path) {
            let support = terms.support(condition);
            if support.within(followed) {
                side.closed.push(condition);
            } else if terms.scope(condition) >= Scope::Workgroup || terms.is_bound(condition, followed) {
                side.uniform.push(condition);
            } else if support.has(free) && support.within(free.with(Support::UNIFORM).with(followed)) {
                side.guarded = true;
            } else {
                return None;
            }
        }
        Some(side)
    }
}

/// No host leaves out more barriers than this at once.
const MOST_LEFT_OUT: usize = 32;

/// Whether the host may leave out all barriers between two accesses that both happen.
pub(super) fn may_lack_barriers(walk: &Walk<'_>, first: &Access, second: &Access) -> bool {
    let between = walk.trace.maybe.get(first.position.maybe as usize..second.position.maybe as usize);
    let between = between.unwrap_or_default();
    if between.is_empty() {
        return true;
    }
    if between.len() > MOST_LEFT_OUT {
        return false;
    }
    let terms = &walk.terms;
    let taken: Vec<Term> = [first.path, second.path]
        .into_iter()
        .flat_map(|it| terms.conjuncts(it))
        .filter(|&it| terms.scope(it) >= Scope::Workgroup)
        .collect();
    let mut left_out: Vec<Term> = Vec::new();
    between.iter().all(|conditions| {
        let not = |it: Term| terms.not_of(it);
        let free = |it: Term| {
            let opposite = |other: &Term| not(*other) == Some(it) || not(it) == Some(*other);
            // What is asked of the same values may decide this too.
            let related = |other: &Term| *other != it && terms.have_common(*other, it);
            !taken.contains(&it)
                && !left_out.iter().any(opposite)
                && !taken.iter().any(|other| !opposite(other) && related(other))
        };
        let found = conditions.iter().copied().find(|&it| free(it));
        left_out.extend(found);
        found.is_some()
    })
}

/// Two invocations of a workgroup that certainly meet, whatever the size of subgroups.
pub(super) fn meeting_within(walk: &mut Walk<'_>, worlds: &mut Worlds, pair: [&Access; 2]) -> Option<Meeting> {
    let [first, second] = pair;
    // Only those of different subgroups meet then.
    let by_subgroups = first.position.subgroup != second.position.subgroup;
    let has_lanes = |access: &Access| {
        let support = walk.terms.support_of(&access.indices).with(walk.terms.support(access.path));
        support.has(Support::SUBGROUPS) || access.same == Scope::Subgroup && access.kind.writes() || by_subgroups
    };
    let found = if has_lanes(first) || has_lanes(second) {
        meeting_in_subgroups(walk, worlds, pair)
    } else if worlds.keep_apart(&walk.terms, 0, pair) {
        None
    } else {
        let candidate = candidate(walk, worlds, pair, [0; 2])?;
        match candidate.keeps_apart(worlds, &walk.terms, 0) {
            true => None,
            false => meeting(walk, worlds, &candidate, [0; 2]),
        }
    };
    found.filter(|_| may_lack_barriers(walk, first, second))
}

/// Two invocations of a workgroup that meet whatever the size of subgroups, or those that meet in the smallest.
fn meeting_in_subgroups(walk: &mut Walk<'_>, worlds: &mut Worlds, pair: [&Access; 2]) -> Option<Meeting> {
    let candidate = candidate(walk, worlds, pair, [worlds.subgroups; 2])?;
    let (mut found, mut certain) = (None, true);
    // In large subgroups, which a workgroup has few of, the fewest meet.
    for world in (worlds.subgroups..worlds.universes.len()).rev() {
        let apart = worlds.keep_apart(&walk.terms, world, pair);
        let here = if apart { None } else { meeting(walk, worlds, &candidate, [world; 2]) };
        match here {
            Some(it) => found = Some(it),
            None if !walk.is_asked_for(Tier::Depends) => return None,
            None => certain = false,
        }
    }
    found.map(|it| Meeting { tier: if certain { it.tier } else { Tier::Depends }, ..it })
}

/// Two invocations of two workgroups that certainly meet.
pub(super) fn meeting_across(
    walk: &mut Walk<'_>,
    worlds: &mut Worlds,
    pair: [&Access; 2],
    signals: bool,
) -> Option<Meeting> {
    // Signals may keep workgroups apart.
    if worlds.subgroups < 2 || signals && !walk.is_asked_for(Tier::Depends) {
        return None;
    }
    let candidate = candidate(walk, worlds, pair, [0, 1])?;
    // An access meets itself in either order or in none.
    let orders = if std::ptr::eq(pair[0], pair[1]) { 1 } else { 2 };
    for world in 1..worlds.subgroups {
        for order in [[0, world], [world, 0]].into_iter().take(orders) {
            let Some(found) = meeting(walk, worlds, &candidate, order) else { continue };
            // One invocation of each workgroup may be the only workgroup there is.
            let is_single = |worlds: &mut Worlds, which: usize| {
                let active = candidate.active(worlds, &walk.terms, which, order);
                active.is_some_and(|it| it.len() == 1)
            };
            let single =
                is_single(worlds, 0) && is_single(worlds, 1) && worlds.universes.first().is_some_and(|it| it.count > 1);
            let tier = if signals || single { Tier::Depends } else { found.tier };
            return Some(Meeting { across: true, tier, ..found });
        }
    }
    None
}

/// Whether an access may meet any of another workgroup, as far as it does not matter which: what [`candidate`] asks of each of
/// a pair. `common`: so many indices both have.
pub(super) fn may_meet_across(walk: &mut Walk<'_>, worlds: &mut Worlds, access: &Access, common: usize) -> bool {
    let Some(followed) = worlds.universes.first().map(|it| it.followed) else { return false };
    let side = worlds.side(&walk.terms, followed, access.path).and_then(|it| worlds.side_at(it));
    let terms = &mut walk.terms;
    let by_host = |it: &Term| terms.scope(*it) >= Scope::Dispatch || terms.is_bound(*it, followed);
    side.is_some_and(|it| it.uniform.iter().all(by_host))
        && access.indices.iter().take(common).all(|&index| {
            is_data(terms, index) || {
                let sum = worlds.sum(terms, followed, index);
                worlds.sum_at(sum).is_some_and(|it| is_common(terms, &it.others, Scope::Dispatch))
            }
        })
}

/// Two accesses that may meet, as far as that is known without asking invocations.
struct Candidate<'a> {
    pair: [&'a Access; 2],
    sides: [u32; 2],
    places: Places,
    tier: Tier,
}

impl Candidate<'_> {
    /// The invocations that access memory first, or second.
    fn active(&self, worlds: &mut Worlds, terms: &Terms, which: usize, order: [usize; 2]) -> Option<Rc<[u32]>> {
        let (access, side) = (self.pair.get(which)?, *self.sides.get(which)?);
        worlds.active(terms, *order.get(which)?, access.path, side)
    }

    /// Whether each invocation has an element of its own, as far as what is not followed of the indices is the same for all.
    fn keeps_apart(&self, worlds: &mut Worlds, terms: &Terms, world: usize) -> bool {
        let Places { data, relative, indices: [left, right], .. } = &self.places;
        // If nothing is left out, this was asked before.
        *relative
            && !data.contains(&true)
            && left == right
            && !is_of_matrices(self.pair)
            && worlds.are_distinct(terms, world, left)
    }

    /// The indices of invocations.
    fn indices(&self, worlds: &mut Worlds, terms: &Terms, which: usize, order: [usize; 2]) -> Option<Indices> {
        let (indices, world) = (self.places.indices.get(which)?, *order.get(which)?);
        indices.iter().map(|&it| worlds.evaluate(terms, world, it)).collect()
    }
}

/// What two accesses of invocations of two sets, which may be one, are before anybody is asked.
///
/// This comes first, and once for all sets: most pairs are none, and invocations are many.
fn candidate<'a>(
    walk: &mut Walk<'_>,
    worlds: &mut Worlds,
    pair: [&'a Access; 2],
    order: [usize; 2],
) -> Option<Candidate<'a>> {
    let ([first, second], across) = (pair, order[0] != order[1]);
    let followed = worlds.universes.get(order[0])?.followed;
    let sides = [worlds.side(&walk.terms, followed, first.path)?, worlds.side(&walk.terms, followed, second.path)?];
    let (a, b) = (worlds.side_at(sides[0])?, worlds.side_at(sides[1])?);
    // What the host decides is the same for all workgroups; what a workgroup does is not.
    let widest = if across { Scope::Dispatch } else { Scope::Workgroup };
    if let Memory::Pointer(pointer, _) = first.root
        && walk.terms.scope(pointer) < widest
    {
        return None;
    }
    let within = |few: &[Term], many: &[Term]| few.iter().all(|it| many.contains(it));
    if !within(&a.uniform, &b.uniform) && !within(&b.uniform, &a.uniform) {
        return None;
    }
    let by_host = |it: &Term| walk.terms.scope(*it) >= widest || walk.terms.is_bound(*it, followed);
    if across && !a.uniform.iter().chain(&b.uniform).all(by_host) {
        return None;
    }
    let guarded = [a.guarded, b.guarded];
    let places = places(&mut walk.terms, worlds, pair, followed, widest)?;
    let any_element = places.data.contains(&true);
    let opaque = [guarded[0] | places.data[0], guarded[1] | places.data[1]];
    // Both depend on data, which may keep them apart.
    let may_be_apart =
        opaque[0] && opaque[1] && !(!any_element && !across && changes_for_all(&walk.terms, first, second));
    let tier = if may_be_apart || places.from_shared { Tier::Depends } else { Tier::Certain };
    let is_asked_for = tier == Tier::Certain || !across && walk.is_asked_for(tier);
    is_asked_for.then_some(Candidate { pair, sides, places, tier })
}

/// Two invocations of two sets that certainly meet.
fn meeting(walk: &Walk<'_>, worlds: &mut Worlds, candidate: &Candidate<'_>, order: [usize; 2]) -> Option<Meeting> {
    let ([first, second], across) = (candidate.pair, order[0] != order[1]);
    let tier = candidate.tier;
    let a = candidate.active(worlds, &walk.terms, 0, order)?;
    let b = candidate.active(worlds, &walk.terms, 1, order)?;
    // Behind a barrier of the subgroup only those of different subgroups meet, and what one subgroup writes alike is no race.
    let alike = first.span == second.span && first.same == Scope::Subgroup && second.same == Scope::Subgroup;
    let apart = !across && (first.position.subgroup != second.position.subgroup || alike);
    let size = order[0].checked_sub(worlds.subgroups).and_then(|it| walk.sizes.get(it)).copied().unwrap_or(128);
    let may_meet = |t: u32, u: u32| across || t != u && (!apart || t / size != u / size);
    if candidate.places.data.contains(&true) {
        let found = any_two(&a, &b, may_meet)?;
        return Some(Meeting { first: found.0, second: found.1, element: None, across, tier });
    }
    let lefts = candidate.indices(worlds, &walk.terms, 0, order)?;
    let rights = candidate.indices(worlds, &walk.terms, 1, order)?;
    let (t, u, element) = if is_of_matrices(candidate.pair) {
        let ([left], [right]) = (lefts.as_slice(), rights.as_slice()) else { return None };
        let extents = [first, second].map(|it| it.extent.unwrap_or(Extent::ONE));
        let (t, u, element) = same_range((&a, left, extents[0]), (&b, right, extents[1]), may_meet)?;
        (t, u, Some(element))
    } else {
        same_element((&a, &lefts), (&b, &rights), may_meet)?
    };
    Some(Meeting { first: t, second: u, element: element.filter(|_| !candidate.places.relative), across, tier })
}

/// Whether one of two accesses is to many elements at once.
fn is_of_matrices(pair: [&Access; 2]) -> bool {
    pair.iter().any(|it| it.extent.is_some())
}

/// Indices, for each invocation.
type Indices = SmallVec<[Rc<[u32]>; 2]>;

/// Where two accesses are.
#[derive(Default)]
struct Places {
    /// Which of them depend on data that may be anything.
    data: [bool; 2],
    /// The workgroup has computed it.
    from_shared: bool,
    /// The indices lack a part that is the same for both.
    relative: bool,
    /// What is followed of the indices.
    indices: [SmallVec<[Term; 2]>; 2],
}

/// Whether parts of an index are the same for all that have in common what has the `widest` scope.
fn is_common(terms: &Terms, parts: &[(Term, i32)], widest: Scope) -> bool {
    parts.iter().all(|it| terms.scope(it.0) >= widest && !terms.is_number(it.0))
}

/// Whether an index is data that may be anything.
fn is_data(terms: &Terms, index: Term) -> bool {
    let support = terms.support(index);
    let read = Support::DATA.with(Support::SHARED);
    support.has(read) && support.within(read.with(Support::UNIFORM))
}

/// Where two accesses are, to invocations that have in common what has the `widest` scope; `None` if that is not followed.
fn places(
    terms: &mut Terms,
    worlds: &mut Worlds,
    pair: [&Access; 2],
    followed: Support,
    widest: Scope,
) -> Option<Places> {
    let [first, second] = pair;
    let mut places = Places::default();
    for (&left, &right) in first.indices.iter().zip(&second.indices) {
        let mut data = [false; 2];
        let of_left = worlds.sum(terms, followed, left);
        let of_right = if left == right { of_left } else { worlds.sum(terms, followed, right) };
        let (of_left, of_right) = (worlds.sum_at(of_left)?, worlds.sum_at(of_right)?);
        if of_left.others == of_right.others && is_common(terms, &of_left.others, widest) {
            places.relative |= !of_left.others.is_empty();
        } else {
            data = [is_data(terms, left), is_data(terms, right)];
            // What the workgroup computed may well keep them apart.
            let shared = |is: bool, term| is && terms.support(term).has(Support::SHARED);
            places.from_shared |= shared(data[0], left) || shared(data[1], right);
            let known = [of_left.others.is_empty(), of_right.others.is_empty()];
            if !(data[0] && (known[1] || data[1]) || data[1] && known[0]) {
                return None;
            }
        }
        places.data = [places.data[0] | data[0], places.data[1] | data[1]];
        places.indices[0].push(of_left.closed);
        places.indices[1].push(of_right.closed);
    }
    Some(places)
}

/// Whether invocations that data chooses all change what one of them reads, as in `if (data[i] > 3) count++`. A condition that
/// something is equal to something may choose one of them.
fn changes_for_all(terms: &Terms, first: &Access, second: &Access) -> bool {
    let is_choice = |condition: &Term| {
        matches!(terms.node(*condition), Node::Operation(Operation::Equal, ..)) && terms.not_of(*condition).is_none()
    };
    (first.kind, second.kind) == (Kind::Read, Kind::Write)
        && first.path == second.path
        && first.indices == second.indices
        && first.indices.iter().all(|&it| terms.scope(it) >= Scope::Workgroup)
        && !terms.conjuncts(first.path).iter().any(is_choice)
}
