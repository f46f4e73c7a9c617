//! Who meets whom: two invocations at one element of memory.
//!
//! Comes in: two accesses. Goes out: two invocations that certainly meet. Must not depend on: what is said about it.

use super::catalog::Tier;
use super::elements::{self, any_two, same_element, same_range};
use super::flow::mask;
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

/// The conditions and indices of an access, sorted by what is known of them.
pub(super) struct Side {
    /// What the host decides.
    pub uniform: Vec<Term>,
    /// The invocations that get past the conditions on what is followed, in their order.
    pub active: Vec<u32>,
    /// The condition depends on data.
    pub guarded: bool,
}

/// Sets of invocations, and what many pairs ask for.
pub(super) struct Worlds {
    /// The first workgroup; the next ones along the axes that the shader asks for; the first with subgroups of each size.
    pub universes: Vec<Universe>,
    /// Where those with subgroups begin.
    pub subgroups: usize,
    /// By the universe and the condition.
    pub sides: FxHashMap<(usize, Term), Option<Rc<Side>>>,
    /// Whether no two invocations have the same indices.
    pub distinct: FxHashMap<(usize, SmallVec<[Term; 2]>), bool>,
}

impl Worlds {
    pub(super) fn new(group: Universe, axes: [bool; 3], sizes: &[u32]) -> Self {
        let mut universes = vec![group];
        for (axis, _) in axes.into_iter().enumerate().filter(|it| it.1) {
            universes.extend(universes.first().and_then(|it| it.next_workgroup(axis)));
        }
        let subgroups = universes.len();
        for &size in sizes {
            universes.extend(universes.first().and_then(|it| it.in_subgroups(size)));
        }
        Self { universes, subgroups, sides: FxHashMap::default(), distinct: FxHashMap::default() }
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
        let world = self.standing_for(world, terms.support_of(indices));
        if let Some(&known) = self.distinct.get(&(world, indices.clone())) {
            return known;
        }
        let values: Option<SmallVec<[Rc<[u32]>; 2]>> =
            indices.iter().map(|&it| self.evaluate(terms, world, it)).collect();
        let count = self.universes.first().map_or(0, |it| it.count);
        let distinct = values.is_some_and(|values| elements::are_distinct(&values, count));
        self.distinct.insert((world, indices.clone()), distinct);
        distinct
    }

    pub(super) fn side(&mut self, terms: &Terms, world: usize, path: Term) -> Option<Rc<Side>> {
        let world = self.standing_for(world, terms.support(path));
        if let Some(known) = self.sides.get(&(world, path)) {
            return known.clone();
        }
        let made = self.universes.get_mut(world).and_then(|it| side(terms, it, path)).map(Rc::new);
        self.sides.insert((world, path), made.clone());
        made
    }
}

pub(super) fn side(terms: &Terms, group: &mut Universe, path: Term) -> Option<Side> {
    let mut side = Side { uniform: Vec::new(), active: Vec::new(), guarded: false };
    let mut closed = Vec::new();
    // What was read may be anything.
    let free = Support::DATA.with(Support::SHARED);
    for condition in terms.conjuncts(path) {
        let support = terms.support(condition);
        if support.within(group.followed) {
            closed.push(condition);
        } else if terms.scope(condition) >= Scope::Workgroup || terms.is_bound(condition, group.followed) {
            side.uniform.push(condition);
        } else if support.has(free) && support.within(free.with(Support::UNIFORM).with(group.followed)) {
            side.guarded = true;
        } else {
            return None;
        }
    }
    let mask = mask(group, terms, &closed)?;
    side.active = (0..).zip(mask).filter(|it| it.1).map(|it| it.0).collect();
    Some(side)
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
    } else {
        meeting(walk, worlds, pair, [0; 2])
    };
    found.filter(|_| may_lack_barriers(walk, first, second))
}

/// Two invocations of a workgroup that meet whatever the size of subgroups, or those that meet in the smallest.
fn meeting_in_subgroups(walk: &mut Walk<'_>, worlds: &mut Worlds, pair: [&Access; 2]) -> Option<Meeting> {
    let (mut found, mut certain) = (None, true);
    // In large subgroups, which a workgroup has few of, the fewest meet.
    for world in (worlds.subgroups..worlds.universes.len()).rev() {
        match meeting(walk, worlds, pair, [world; 2]) {
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
    let [first, second] = pair;
    // Signals may keep workgroups apart.
    if signals && !walk.is_asked_for(Tier::Depends) {
        return None;
    }
    for world in 1..worlds.subgroups {
        for order in [[0, world], [world, 0]] {
            let Some(found) = meeting(walk, worlds, pair, order) else { continue };
            // One invocation of each workgroup may be the only workgroup there is.
            let count = |worlds: &mut Worlds, world, access: &Access| {
                worlds.side(&walk.terms, world, access.path).map_or(0, |it| it.active.len())
            };
            let single = count(worlds, order[0], first) == 1
                && count(worlds, order[1], second) == 1
                && worlds.universes.first().is_some_and(|it| it.count > 1);
            let tier = if signals || single { Tier::Depends } else { found.tier };
            return Some(Meeting { across: true, tier, ..found });
        }
    }
    None
}

/// Two invocations of two sets that certainly meet.
pub(super) fn meeting(
    walk: &mut Walk<'_>,
    worlds: &mut Worlds,
    pair: [&Access; 2],
    order: [usize; 2],
) -> Option<Meeting> {
    let ([first, second], across) = (pair, order[0] != order[1]);
    // Each invocation has an element of its own.
    let matrices = first.extent.is_some() || second.extent.is_some();
    if !across
        && !matrices
        && first.indices == second.indices
        && worlds.are_distinct(&walk.terms, order[0], &first.indices)
    {
        return None;
    }
    let a = worlds.side(&walk.terms, order[0], first.path)?;
    let b = worlds.side(&walk.terms, order[1], second.path)?;
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
    let followed = worlds.universes.get(order[0])?.followed;
    let by_host = |it: &Term| walk.terms.scope(*it) >= widest || walk.terms.is_bound(*it, followed);
    if across && !a.uniform.iter().chain(&b.uniform).all(by_host) {
        return None;
    }
    let Places { data, from_shared, relative, indices } = places(walk, worlds, pair, order)?;
    let any_element = data.contains(&true);
    let opaque = [a.guarded | data[0], b.guarded | data[1]];
    // Both depend on data, which may keep them apart.
    let may_be_apart =
        opaque[0] && opaque[1] && !(!any_element && !across && changes_for_all(&walk.terms, first, second));
    let tier = if may_be_apart || from_shared { Tier::Depends } else { Tier::Certain };
    if tier == Tier::Depends && (across || !walk.is_asked_for(tier)) {
        return None;
    }
    // Behind a barrier of the subgroup only those of different subgroups meet, and what one subgroup writes alike is no race.
    let alike = first.span == second.span && first.same == Scope::Subgroup && second.same == Scope::Subgroup;
    let apart = !across && (first.position.subgroup != second.position.subgroup || alike);
    let size = order[0].checked_sub(worlds.subgroups).and_then(|it| walk.sizes.get(it)).copied().unwrap_or(128);
    let may_meet = |t: u32, u: u32| across || t != u && (!apart || t / size != u / size);
    if any_element {
        let found = any_two(&a.active, &b.active, may_meet)?;
        return Some(Meeting { first: found.0, second: found.1, element: None, across, tier });
    }
    let [lefts, rights] = &indices;
    if matrices {
        let ([left], [right]) = (lefts.as_slice(), rights.as_slice()) else { return None };
        let extents = [first, second].map(|it| it.extent.unwrap_or(Extent::ONE));
        let (t, u, element) = same_range((&a.active, left, extents[0]), (&b.active, right, extents[1]), may_meet)?;
        let element = Some(element).filter(|_| !relative);
        return Some(Meeting { first: t, second: u, element, across, tier });
    }
    let (t, u, element) = same_element((&a.active, lefts), (&b.active, rights), may_meet)?;
    Some(Meeting { first: t, second: u, element: element.filter(|_| !relative), across, tier })
}

/// Where two accesses are.
#[derive(Default)]
struct Places {
    /// Which of them depend on data that may be anything.
    data: [bool; 2],
    /// The workgroup has computed it.
    from_shared: bool,
    /// The indices lack a part that is the same for both.
    relative: bool,
    /// The indices that are known, for each invocation.
    indices: [SmallVec<[Rc<[u32]>; 2]>; 2],
}

/// Where two accesses of two sets of invocations are; `None` if that is not followed.
fn places(walk: &mut Walk<'_>, worlds: &mut Worlds, pair: [&Access; 2], order: [usize; 2]) -> Option<Places> {
    let [first, second] = pair;
    let widest = if order[0] == order[1] { Scope::Workgroup } else { Scope::Dispatch };
    let followed = worlds.universes.get(order[0])?.followed;
    let mut places = Places::default();
    for (&left, &right) in first.indices.iter().zip(&second.indices) {
        let mut data = [false; 2];
        let (closed_left, others_left) = walk.terms.split(left, followed);
        let (closed_right, others_right) = walk.terms.split(right, followed);
        let terms = &walk.terms;
        let uniform =
            |others: &[(Term, i32)]| others.iter().all(|it| terms.scope(it.0) >= widest && !terms.is_number(it.0));
        if others_left == others_right && uniform(&others_left) {
            places.relative |= !others_left.is_empty();
        } else {
            let is_data = |term| {
                let support = terms.support(term);
                let read = Support::DATA.with(Support::SHARED);
                support.has(read) && support.within(read.with(Support::UNIFORM))
            };
            data = [is_data(left), is_data(right)];
            // What the workgroup computed may well keep them apart.
            let shared = |is: bool, term| is && terms.support(term).has(Support::SHARED);
            places.from_shared |= shared(data[0], left) || shared(data[1], right);
            let known = [others_left.is_empty(), others_right.is_empty()];
            if !(data[0] && (known[1] || data[1]) || data[1] && known[0]) {
                return None;
            }
        }
        places.data = [places.data[0] | data[0], places.data[1] | data[1]];
        let [lefts, rights] = &mut places.indices;
        if !data[0] || others_left.is_empty() {
            lefts.push(worlds.evaluate(&walk.terms, order[0], closed_left)?);
        }
        if !data[1] || others_right.is_empty() {
            rights.push(worlds.evaluate(&walk.terms, order[1], closed_right)?);
        }
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
