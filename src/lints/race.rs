//! Races: two invocations at the same memory, one of them writing, and nothing between them.
//!
//! Comes in: the accesses of the walk in their order, with the barriers between them. Goes out: findings, each with two
//! invocations that certainly meet. Must not depend on: HIR, but for names.
//!
//! Vulkan, Memory Model: data races; GLSL 4.60, 4.3.8 and 8.16

use super::catalog::Tier;
use super::finding::warning;
use super::meeting::{Meeting, Worlds, may_meet_across, meeting_across, meeting_within};
use super::term::{Scope, Source, Support, Term};
use super::trace::{Access, Barrier, IMAGES, Memory, PRIVATE, SHARED};
use super::walk::Walk;
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Module, StorageClass, Type};
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

/// More accesses between two barriers are not compared.
const MOST_ACCESSES: usize = 48;

/// Asks every pair of accesses.
pub(super) fn check(walk: &mut Walk<'_>) {
    if !walk.trace.accesses.iter().any(|it| it.kind.writes()) {
        return;
    }
    let accesses = std::mem::take(&mut walk.trace.accesses);
    let Some(group) = walk.group.take() else {
        walk.trace.accesses = accesses;
        return;
    };
    let alone = group.count < 2;
    let lasting = accesses.iter().any(|it| it.memory != SHARED && it.kind.writes());
    if lasting {
        for access in &accesses {
            walk.note_axes(&access.indices);
            walk.note_axes(&[access.path]);
        }
        walk.axes = walk.axes.with(walk.axes_of_reads);
    }
    let lanes = [Source::Lane, Source::Elected, Source::SubgroupId, Source::SubgroupSize];
    let lanes = lanes.into_iter().any(|it| walk.terms.asks(it))
        || accesses.iter().any(|it| it.same == Scope::Subgroup || it.position.subgroup > 0);
    let axes = Support::GROUPS.map(|it| walk.assumptions.workgroups != Some(1) && walk.axes.has(it));
    let sizes = if lanes { walk.sizes } else { &[] };
    let mut worlds = Worlds::new(group, axes, sizes, std::mem::take(&mut walk.asked));
    if !alone {
        check_groups(walk, &mut worlds, &accesses, false);
    }
    if worlds.subgroups > 1 && lasting {
        check_groups(walk, &mut worlds, &accesses, true);
    }
    (walk.group, walk.asked) = worlds.finish();
    walk.trace.accesses = accesses;
}

/// Asks pairs between barriers, or, `across` workgroups, which no barrier separates, all pairs.
fn check_groups(walk: &mut Walk<'_>, worlds: &mut Worlds, accesses: &[Access], across: bool) {
    // Those that nothing orders, side by side, in the order of the first of each group.
    let room = accesses.len().min(MOST_ACCESSES);
    let mut groups: FxHashMap<(Memory, usize, u32), u32> = FxHashMap::with_capacity_and_hasher(room, FxBuildHasher);
    let mut members: Vec<(u32, &Access)> = Vec::with_capacity(accesses.len());
    for access in accesses {
        let kind = access.memory;
        if across && kind == SHARED {
            continue;
        }
        let interval = access.position.interval.get(kind).copied().unwrap_or(0);
        // No barrier orders workgroups.
        let key = if across { (access.root, 0, 0) } else { (access.root, kind, interval) };
        let next = groups.len() as u32;
        members.push((*groups.entry(key).or_insert(next), access));
    }
    members.sort_by_key(|it| it.0);
    let signals = across && accesses.iter().any(|it| it.kind.is_atomic() && it.memory != SHARED);
    for group in members.chunk_by(|first, second| first.0 == second.0) {
        let Some((_, first)) = group.first() else { continue };
        let all_atomic = group.iter().all(|it| it.1.kind.is_atomic());
        if all_atomic || !group.iter().any(|it| it.1.kind.writes()) || walk.trace.is_touched(first.root) {
            continue;
        }
        let mut group: SmallVec<[&Access; 16]> = group.iter().take(MOST_ACCESSES).map(|it| it.1).collect();
        if across {
            // Most meet nobody of another workgroup.
            let common = group.iter().map(|it| it.indices.len()).min().unwrap_or(0);
            group.retain(|it| may_meet_across(walk, worlds, it, common));
        }
        for (index, &first) in group.iter().enumerate() {
            // Of two that read nobody asks.
            let writes = first.kind.writes();
            for &second in group.iter().skip(index).filter(|it| writes || it.kind.writes()) {
                if !may_race(first, second, across) {
                    continue;
                }
                let Some(race) = judged(walk, first, second, across).filter(|it| walk.is_asked_for(it.tier)) else {
                    continue;
                };
                let found = match across {
                    true => meeting_across(walk, worlds, [first, second], signals),
                    false => meeting_within(walk, worlds, [first, second]),
                };
                if let Some(meeting) = found {
                    report(walk, first, second, &race, &meeting);
                }
            }
        }
    }
}

impl Walk<'_> {
    /// Notes which numbers of the workgroup terms are made of.
    pub(super) fn note_axes(&mut self, terms: &[Term]) {
        self.axes = self.axes.with(self.support_of(terms));
    }
}

/// Whether two accesses are a race if they meet.
fn may_race(first: &Access, second: &Access, across: bool) -> bool {
    let one_writes = first.kind.writes() || second.kind.writes();
    let both_atomic = first.kind.is_atomic() && second.kind.is_atomic();
    if first.position.waited || second.position.waited {
        return false;
    }
    // A structure meets each of its members.
    let same_part = first.members.iter().zip(&second.members).all(|(first, second)| first == second);
    let apart = !same_part || first.components & second.components == 0;
    if !one_writes || both_atomic || apart {
        return false;
    }
    // One statement meets itself in other invocations only if it writes.
    across || first.span != second.span || first.kind.writes() && second.kind.writes()
}

/// The name of what is accessed, with its elements as far as they are known.
pub(super) fn shown(module: &Module, access: &Access, elements: &[u32]) -> String {
    let mut elements = elements.iter();
    let (mut text, mut ty, in_block) = match access.root {
        Memory::Variable(global) => {
            let Ok(global) = module.globals.try_get(global) else { return String::new() };
            (String::from(&global.name), global.ty, global.storage == StorageClass::StorageBuffer)
        }
        Memory::Pointer(_, ty) => (String::new(), ty, true),
    };
    let mut first = true;
    for &step in &access.members {
        match *module.types.get(ty) {
            Type::Struct(structure) | Type::Reference(structure) if step > 0 => {
                let member = module.types.structure(structure).and_then(|it| it.members.get(step as usize - 1));
                let Some(member) = member else { return text };
                if first && in_block {
                    text = (&member.name).into();
                } else {
                    text = format!("{text}.{}", member.name);
                }
                ty = member.ty;
            }
            Type::Array { element: inner, .. } => {
                match elements.next() {
                    Some(element) => text = format!("{text}[{element}]"),
                    None => text = format!("{text}[...]"),
                }
                ty = inner;
            }
            _ => return text,
        }
        first = false;
    }
    text
}

/// What two accesses are if they meet.
struct Race {
    code: Code,
    /// How certain it is at best.
    tier: Tier,
    /// The barrier that does not suffice.
    weak: Option<Barrier>,
}

/// What two accesses are if they meet, in two workgroups or in one.
fn judged(walk: &Walk<'_>, first: &Access, second: &Access, across: bool) -> Option<Race> {
    let kind = first.memory;
    let passed = |access: &Access| access.position.weak.get(kind).map_or(0, |&it| it as usize);
    let weak = walk.trace.weak.get(kind).and_then(|it| it.get(passed(first)..passed(second)));
    let weak = weak.and_then(|it| it.first()).copied().filter(|_| !across);
    // What all write alike does not matter, nor does a look at it by those who wrote it too.
    let widest = if across { Scope::Dispatch } else { Scope::Workgroup };
    // A workgroup of one subgroup is as good as that.
    let small = walk.group_size.is_some_and(|it| it <= 32) && !across;
    let alike = |it: &Access| it.same >= if small { Scope::Subgroup } else { widest };
    let plain = !first.kind.is_atomic() && !second.kind.is_atomic();
    let own = || first.span == second.span || first.indices == second.indices && wrote(walk, first, second);
    let benign = plain
        && first.kind.writes()
        && alike(first)
        && (second.kind.writes() && alike(second) && first.span == second.span || !second.kind.writes() && own());
    let (code, tier) = match weak {
        _ if benign => (Code::BenignRace, Tier::Taste),
        Some(Barrier::Narrow(_)) => (Code::BarrierTooNarrow, Tier::Certain),
        // Coherent memory behind a bare `barrier()` works everywhere so far.
        Some(Barrier::Storage(_)) if first.coherent && second.coherent => (Code::BarrierWithoutStorage, Tier::Depends),
        Some(Barrier::Storage(_)) => (Code::BarrierWithoutStorage, Tier::Certain),
        Some(Barrier::Private(_)) if first.coherent && second.coherent => return None,
        Some(Barrier::Private(_)) => (Code::MissingAvailability, Tier::Certain),
        None if !plain => (Code::MixedAtomic, Tier::Certain),
        None if kind == SHARED => (Code::SharedRace, Tier::Certain),
        None => (Code::BufferRace, Tier::Certain),
    };
    Some(Race { code, tier, weak })
}

fn report(walk: &mut Walk<'_>, first: &Access, second: &Access, race: &Race, meeting: &Meeting) {
    let tier = if race.tier == Tier::Certain { meeting.tier } else { race.tier };
    if !walk.trace.said.insert((first.root, race.code, tier)) || !walk.is_asked_for(tier) {
        return;
    }
    let what = shown(walk.module, second, meeting.element.as_slice());
    let all_get_there = walk.terms.scope(second.path) >= Scope::Workgroup;
    let race = Race { tier, ..*race };
    walk.findings.push(tier, unordered(&what, [first, second], &race, meeting, all_get_there));
}

/// Whether whoever reads wrote before.
fn wrote(walk: &Walk<'_>, write: &Access, read: &Access) -> bool {
    let (needs, has) = (walk.terms.conjuncts(write.path), walk.terms.conjuncts(read.path));
    needs.iter().all(|it| has.contains(it))
}

#[cold]
fn unordered(
    what: &str,
    [first, second]: [&Access; 2],
    race: &Race,
    meeting: &Meeting,
    all_get_there: bool,
) -> Diagnostic {
    let one_statement = first.span == second.span;
    let rule = "Vulkan, Memory Model: two accesses that nothing orders are a data race if one is a write";
    let diagnostic = warning(race.code, second.span, what_happens(what, second, one_statement, race.tier), rule);
    let mut diagnostic = match one_statement && second.kind == first.kind {
        true => with_both(diagnostic, meeting),
        false => with_each(diagnostic, what, [first, second], race, meeting),
    };
    match race.weak {
        Some(barrier @ (Barrier::Narrow(span) | Barrier::Storage(span) | Barrier::Private(span))) => {
            diagnostic = diagnostic.with_secondary(span, "this barrier").with_help(needed(barrier, first.memory));
        }
        None if one_statement => {
            diagnostic = diagnostic.with_help("let one invocation write, or use an atomic operation");
        }
        None if all_get_there && !meeting.across => {
            diagnostic = diagnostic.with_help("put `barrier();` between the two");
        }
        None => {}
    }
    match second.call {
        Some(call) => diagnostic.with_secondary(call, "called here"),
        None => diagnostic,
    }
}

#[cold]
fn what_happens(what: &str, second: &Access, one_statement: bool, tier: Tier) -> String {
    let may = if tier == Tier::Depends { "may be" } else { "is" };
    match (one_statement, second.kind.writes()) {
        (true, _) if tier == Tier::Depends => format!("several invocations may write `{what}` here"),
        (true, _) => format!("several invocations write `{what}` here"),
        (false, true) => format!("`{what}` {may} written while other invocations use it"),
        (false, false) => format!("`{what}` {may} read while other invocations write it"),
    }
}

#[cold]
fn with_both(diagnostic: Diagnostic, meeting: &Meeting) -> Diagnostic {
    diagnostic.with_label(match meeting.across {
        true => "invocations of two workgroups both write".to_owned(),
        false => format!("invocations {} and {} both write", meeting.first, meeting.second),
    })
}

#[cold]
fn with_each(
    diagnostic: Diagnostic,
    what: &str,
    [first, second]: [&Access; 2],
    race: &Race,
    meeting: &Meeting,
) -> Diagnostic {
    let between = match race.weak {
        Some(_) => ", and the barrier between does not order this memory",
        None if meeting.across => ", and no barrier orders workgroups",
        None => ", no barrier between",
    };
    let of = if meeting.across { " of another workgroup" } else { "" };
    diagnostic
        .with_label(format!("invocation {} {} `{what}` here{between}", meeting.second, second.kind.verb()))
        .with_secondary(first.span, format!("invocation {}{of} {} `{what}` here", meeting.first, first.kind.verb()))
}

/// What a barrier needs to order a kind of memory.
#[cold]
fn needed(barrier: Barrier, kind: usize) -> String {
    let has = match kind {
        SHARED => "gl_StorageSemanticsShared",
        IMAGES => "gl_StorageSemanticsImage",
        _ => "gl_StorageSemanticsBuffer",
    };
    match barrier {
        Barrier::Private(_) if kind == PRIVATE => {
            "declare the memory `nonprivate` or `workgroupcoherent`: what is private no barrier orders".to_owned()
        }
        Barrier::Private(_) => {
            "add `gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible`, or declare the memory `workgroupcoherent`"
                .to_owned()
        }
        _ => format!("give it `gl_ScopeWorkgroup`, `{has}` and `gl_SemanticsAcquireRelease`"),
    }
}
