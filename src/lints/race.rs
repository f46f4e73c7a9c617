//! Races: two invocations at the same memory, one of them writing, and nothing between them.
//!
//! Comes in: the accesses of the walk in their order, with the barriers between them. Goes out: findings, each with two
//! invocations that certainly meet. Must not depend on: HIR, but for names.
//!
//! Vulkan, Memory Model: data races; GLSL 4.60, 4.3.8 and 8.16

use super::catalog::Tier;
use super::finding::warning;
use super::flow::mask;
use super::term::{Scope, Support, Term, Terms};
use super::universe::Universe;
use super::walk::Walk;
use crate::diagnostics::Code;
use crate::hir::{GlobalVariable, Handle, Module, Span, StorageClass, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::rc::Rc;

/// What is done to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Read,
    Write,
    AtomicRead,
    AtomicWrite,
    /// Both at once.
    Atomic,
}

impl Kind {
    const fn writes(self) -> bool {
        matches!(self, Self::Write | Self::AtomicWrite | Self::Atomic)
    }

    pub(super) const fn reads(self) -> bool {
        matches!(self, Self::Read | Self::AtomicRead | Self::Atomic)
    }

    pub(super) const fn is_atomic(self) -> bool {
        matches!(self, Self::AtomicRead | Self::AtomicWrite | Self::Atomic)
    }

    const fn verb(self) -> &'static str {
        match self {
            Self::Read | Self::AtomicRead => "reads",
            Self::Write | Self::AtomicWrite => "writes",
            Self::Atomic => "changes",
        }
    }
}

/// A barrier that all invocations wait at, but that does not order the memory.
#[derive(Clone, Copy, Debug)]
pub(super) enum Barrier {
    /// The memory scope is too narrow.
    Narrow(Span),
    /// The storage or the order is missing.
    Storage(Span),
}

/// Where an access lies between barriers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Position {
    /// Barriers of the workgroup before it.
    interval: u32,
    /// Barriers that do not suffice.
    weak: u32,
    /// Barriers of the subgroup.
    subgroup: u32,
    /// A lock or flag was waited for since.
    waited: bool,
    /// Barriers of any kind.
    pub fences: u32,
}

/// An access to memory that invocations share.
#[derive(Clone, Debug)]
pub(super) struct Access {
    pub root: Handle<GlobalVariable>,
    /// Members, from 1; 0 for each element.
    pub members: SmallVec<[u32; 2]>,
    pub indices: SmallVec<[Term; 2]>,
    /// The components of a vector, as bits.
    pub components: u8,
    pub kind: Kind,
    pub path: Term,
    /// All invocations write the same.
    pub same: bool,
    pub span: Span,
    /// The call that led here.
    pub call: Option<Span>,
    pub position: Position,
    /// The memory semantics of an atomic operation.
    pub order: u32,
    /// Whether a loop is around it.
    pub in_loop: bool,
}

/// All accesses.
#[derive(Debug, Default)]
pub(super) struct Trace {
    accesses: Vec<Access>,
    seen: FxHashSet<(Span, SmallVec<[Term; 2]>, Term, Position)>,
    position: Position,
    weak: Vec<Barrier>,
    /// A memory barrier since the last barrier of the workgroup.
    fence: bool,
    /// A barrier that does not suffice, and no memory barrier since.
    pending: bool,
    /// Variables that were written so far.
    written: FxHashSet<Handle<GlobalVariable>>,
    /// The first reads of variables that were not.
    early: Vec<(Handle<GlobalVariable>, Span, Term)>,
    /// Variables with a race, and the lint: one finding is enough.
    said: FxHashSet<(Handle<GlobalVariable>, Code)>,
    /// Accessed in ways that are not followed.
    touched: FxHashSet<Handle<GlobalVariable>>,
}

/// More accesses between two barriers are not compared.
const MOST_ACCESSES: usize = 48;

impl Trace {
    pub(super) const fn position(&self) -> Position {
        self.position
    }

    pub(super) fn push(&mut self, access: Access) {
        if access.kind.reads() && !self.written.contains(&access.root) {
            self.early.push((access.root, access.span, access.path));
        }
        if access.kind.writes() {
            self.written.insert(access.root);
        }
        let key = (access.span, access.indices.clone(), access.path, access.position);
        if self.seen.insert(key) {
            self.accesses.push(access);
        }
    }

    /// Whether anything was written to a variable so far.
    pub(super) fn is_written(&self, root: Handle<GlobalVariable>) -> bool {
        self.written.contains(&root)
    }

    /// An access that is not followed.
    pub(super) fn touch(&mut self, root: Handle<GlobalVariable>, _reads: bool, writes: bool) {
        self.touched.insert(root);
        if writes {
            self.written.insert(root);
        }
    }

    pub(super) fn accesses(&self) -> &[Access] {
        &self.accesses
    }

    /// A barrier of memory that invocations do not share in a workgroup.
    pub(super) const fn fence(&mut self) {
        self.position.fences += 1;
    }

    /// A loop waited for a lock or a flag: who gets there then, and when, is up to it.
    pub(super) const fn waited(&mut self) {
        self.position.waited = true;
    }

    /// All invocations of the workgroup wait.
    pub(super) fn barrier(&mut self, weak: Option<Barrier>) {
        self.position.fences += 1;
        match weak {
            Some(reason) if !self.fence => {
                self.position.weak += 1;
                self.weak.push(reason);
                self.pending = true;
            }
            _ => {
                self.position.interval += 1;
                self.position.waited = false;
                self.pending = false;
            }
        }
        self.fence = false;
    }

    pub(super) fn memory_barrier(&mut self) {
        if self.pending {
            self.position.interval += 1;
            self.pending = false;
        } else {
            self.fence = true;
        }
    }

    pub(super) const fn subgroup_barrier(&mut self) {
        self.position.subgroup += 1;
        self.position.fences += 1;
    }
}

/// Two invocations at one element.
struct Meeting {
    first: u32,
    second: u32,
    element: Option<u32>,
}

/// The conditions and indices of an access, sorted by what is known of them.
struct Side {
    /// What the host decides.
    uniform: Vec<Term>,
    mask: Vec<bool>,
    /// The condition depends on data.
    guarded: bool,
}

/// What many pairs ask for.
#[derive(Default)]
struct Known {
    /// By the condition.
    sides: FxHashMap<Term, Option<Rc<Side>>>,
    /// Whether no two invocations have the same indices.
    distinct: FxHashMap<SmallVec<[Term; 2]>, bool>,
}

impl Known {
    fn are_distinct(&mut self, terms: &Terms, group: &mut Universe, indices: &SmallVec<[Term; 2]>) -> bool {
        if let Some(&known) = self.distinct.get(indices) {
            return known;
        }
        let values: Option<SmallVec<[Rc<[u32]>; 2]>> = indices.iter().map(|&it| group.evaluate(terms, it)).collect();
        let distinct = values.is_some_and(|values| {
            let mut seen = FxHashSet::default();
            (0..group.count as usize).all(|at| seen.insert(key(&values, at)))
        });
        self.distinct.insert(indices.clone(), distinct);
        distinct
    }
}

/// The indices of an invocation as one number.
fn key(indices: &[Rc<[u32]>], invocation: usize) -> u128 {
    indices.iter().filter_map(|it| it.get(invocation)).fold(0, |key, &part| key << 32 | u128::from(part))
}

/// Asks every pair of accesses.
pub(super) fn check(walk: &mut Walk<'_>) {
    if walk.group.as_ref().is_none_or(|it| it.count < 2) {
        return;
    }
    let accesses = std::mem::take(&mut walk.trace.accesses);
    let mut groups: FxHashMap<(Handle<GlobalVariable>, u32), Vec<&Access>> = FxHashMap::default();
    let mut order = Vec::new();
    for access in &accesses {
        let key = (access.root, access.position.interval);
        let group = groups.entry(key).or_default();
        if group.is_empty() {
            order.push(key);
        }
        group.push(access);
    }
    let mut known = Known::default();
    for key in order {
        let Some(group) = groups.get(&key) else { continue };
        let all_atomic = group.iter().all(|it| it.kind.is_atomic());
        if walk.trace.touched.contains(&key.0) || all_atomic || !group.iter().any(|it| it.kind.writes()) {
            continue;
        }
        let group = group.get(..MOST_ACCESSES.min(group.len())).unwrap_or_default();
        for (index, first) in group.iter().enumerate() {
            for second in group.iter().skip(index) {
                check_pair(walk, &mut known, first, second);
            }
        }
    }
}

fn check_pair(walk: &mut Walk<'_>, known: &mut Known, first: &Access, second: &Access) {
    let one_writes = first.kind.writes() || second.kind.writes();
    let both_atomic = first.kind.is_atomic() && second.kind.is_atomic();
    if first.position.waited || second.position.waited {
        return;
    }
    let apart = first.members != second.members || first.components & second.components == 0;
    if !one_writes || both_atomic || apart || first.indices.len() != second.indices.len() {
        return;
    }
    // One statement meets itself in other invocations only if it writes.
    if first.span == second.span && !(first.kind.writes() && second.kind.writes()) {
        return;
    }
    if let Some(meeting) = meeting(walk, known, first, second) {
        report(walk, first, second, &meeting);
    }
}

fn side(terms: &Terms, group: &mut Universe, path: Term) -> Option<Side> {
    let mut side = Side { uniform: Vec::new(), mask: Vec::new(), guarded: false };
    let mut closed = Vec::new();
    // What was read may be anything.
    let free = Support::DATA.with(Support::SHARED);
    for condition in terms.conjuncts(path) {
        let support = terms.support(condition);
        if support.within(group.followed) {
            closed.push(condition);
        } else if terms.scope(condition) >= Scope::Workgroup {
            side.uniform.push(condition);
        } else if support.has(free) && support.within(free.with(Support::UNIFORM).with(group.followed)) {
            side.guarded = true;
        } else {
            return None;
        }
    }
    side.mask = mask(group, terms, &closed)?;
    Some(side)
}

/// Two invocations that certainly meet.
fn meeting(walk: &mut Walk<'_>, known: &mut Known, first: &Access, second: &Access) -> Option<Meeting> {
    let group = walk.group.as_mut()?;
    let [a, b] = [first, second].map(|access| {
        let known = known.sides.entry(access.path);
        known.or_insert_with(|| side(&walk.terms, group, access.path).map(Rc::new)).clone()
    });
    let (a, b) = (a?, b?);
    // Each invocation has an element of its own.
    if first.indices == second.indices && known.are_distinct(&walk.terms, group, &first.indices) {
        return None;
    }
    let within = |few: &[Term], many: &[Term]| few.iter().all(|it| many.contains(it));
    if !within(&a.uniform, &b.uniform) && !within(&b.uniform, &a.uniform) {
        return None;
    }
    let mut opaque = [a.guarded, b.guarded];
    let mut any_element = false;
    let mut indices: [SmallVec<[Rc<[u32]>; 2]>; 2] = Default::default();
    let mut relative = false;
    for (&left, &right) in first.indices.iter().zip(&second.indices) {
        let mut data = [false; 2];
        let (closed_left, others_left) = walk.terms.split(left, group.followed);
        let (closed_right, others_right) = walk.terms.split(right, group.followed);
        let terms = &walk.terms;
        let uniform = |others: &[(Term, i32)]| {
            others.iter().all(|it| terms.scope(it.0) >= Scope::Workgroup && !terms.is_number(it.0))
        };
        if others_left == others_right && uniform(&others_left) {
            relative |= !others_left.is_empty();
        } else {
            let is_data = |term| {
                let support = terms.support(term);
                support.has(Support::DATA) && support.within(Support::DATA.with(Support::UNIFORM))
            };
            data = [is_data(left), is_data(right)];
            let known = [others_left.is_empty(), others_right.is_empty()];
            if !(data[0] && known[1] || data[1] && known[0]) {
                return None;
            }
        }
        opaque = [opaque[0] | data[0], opaque[1] | data[1]];
        any_element |= data[0] || data[1];
        let [lefts, rights] = &mut indices;
        lefts.push(group.evaluate(terms, closed_left)?);
        rights.push(group.evaluate(terms, closed_right)?);
    }
    if opaque[0] && opaque[1] {
        return None;
    }
    let apart = first.position.subgroup != second.position.subgroup;
    if any_element {
        let found = any_two(&a.mask, &b.mask, apart)?;
        return Some(Meeting { first: found.0, second: found.1, element: None });
    }
    let [lefts, rights] = &indices;
    let (t, u, element) = same_element((&a.mask, lefts), (&b.mask, rights), apart)?;
    Some(Meeting { first: t, second: u, element: element.filter(|_| !relative) })
}

/// Whether two invocations may meet: behind a barrier of the subgroup only those of different subgroups.
fn may_meet(first: u32, second: u32, apart: bool) -> bool {
    first != second && (!apart || first / 128 != second / 128)
}

fn any_two(first: &[bool], second: &[bool], apart: bool) -> Option<(u32, u32)> {
    let active = |mask: &[bool]| (0..).zip(mask).filter(|it| *it.1).map(|it| it.0).collect::<Vec<u32>>();
    let (first, second) = (active(first), active(second));
    let (&low, &high) = (second.first()?, second.last()?);
    first.iter().find_map(|&t| [low, high].into_iter().find(|&u| may_meet(t, u, apart)).map(|u| (t, u)))
}

type Numbered<'a> = (&'a [bool], &'a [Rc<[u32]>]);

/// Two invocations whose indices are equal, and the index where there is one.
fn same_element(first: Numbered<'_>, second: Numbered<'_>, apart: bool) -> Option<(u32, u32, Option<u32>)> {
    // The two lowest invocations at each element and the highest: one of them is far enough from the one that asks.
    let mut owners: FxHashMap<u128, [u32; 3]> = FxHashMap::default();
    for (invocation, _) in (0..).zip(first.0).filter(|it| *it.1) {
        let [low, next, high] = owners.entry(key(first.1, invocation as usize)).or_insert([invocation; 3]);
        if next == low {
            *next = invocation;
        }
        *high = invocation;
    }
    for (invocation, _) in (0..).zip(second.0).filter(|it| *it.1) {
        let key = key(second.1, invocation as usize);
        if let Some(owners) = owners.get(&key)
            && let Some(other) = owners.iter().copied().find(|&it| may_meet(it, invocation, apart))
        {
            return Some((other, invocation, (first.1.len() == 1).then_some(key as u32)));
        }
    }
    None
}

/// The name of what is accessed, with the element.
fn shown(module: &Module, access: &Access, element: Option<u32>) -> String {
    let Ok(global) = module.globals.try_get(access.root) else { return String::new() };
    let mut text = global.name.clone();
    let mut ty = global.ty;
    let mut first = true;
    for &step in &access.members {
        match *module.types.get(ty) {
            Type::Struct(structure) if step > 0 => {
                let member = module.types.structure(structure).and_then(|it| it.members.get(step as usize - 1));
                let Some(member) = member else { return text };
                if first && global.storage == StorageClass::StorageBuffer {
                    text = member.name.clone();
                } else {
                    text = format!("{text}.{}", member.name);
                }
                ty = member.ty;
            }
            Type::Array { element: inner, .. } => {
                match element {
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

fn report(walk: &mut Walk<'_>, first: &Access, second: &Access, meeting: &Meeting) {
    let module = walk.module;
    let shared = module.globals.try_get(first.root).is_ok_and(|it| it.storage == StorageClass::Workgroup);
    let weak = walk.trace.weak.get(first.position.weak as usize..second.position.weak as usize);
    let weak = weak.and_then(|it| it.first()).copied();
    let what = shown(module, second, meeting.element);
    // What all write alike does not matter, nor does who reads it later.
    let alike = (!first.kind.writes() || first.same) && (!second.kind.writes() || second.same);
    let plain = !first.kind.is_atomic() && !second.kind.is_atomic();
    let benign = plain
        && alike
        && (first.kind.writes() && (second.kind.writes() && first.span == second.span || !second.kind.writes()));
    let (code, tier) = match weak {
        _ if benign => (Code::BenignRace, Tier::Taste),
        Some(Barrier::Narrow(_)) => (Code::BarrierTooNarrow, Tier::Certain),
        Some(Barrier::Storage(_)) => (Code::BarrierWithoutStorage, Tier::Certain),
        None if !plain => (Code::MixedAtomic, Tier::Certain),
        None if shared => (Code::SharedRace, Tier::Certain),
        None => (Code::BufferRace, Tier::Certain),
    };
    if !walk.trace.said.insert((first.root, code)) {
        return;
    }
    let rule = "Vulkan, Memory Model: two accesses that nothing orders are a data race if one is a write";
    let one_statement = first.span == second.span;
    let message = match (one_statement, second.kind.writes()) {
        (true, _) => format!("several invocations write `{what}` here"),
        (false, true) => format!("`{what}` is written while other invocations use it"),
        (false, false) => format!("`{what}` is read while other invocations write it"),
    };
    let between = match weak {
        Some(_) => "and the barrier between does not order this memory",
        None => "no barrier between",
    };
    let mut diagnostic = warning(code, second.span, message, rule);
    if one_statement {
        diagnostic = diagnostic.with_label(format!("invocations {} and {} both write", meeting.first, meeting.second));
    } else {
        let verb = second.kind.verb();
        diagnostic = diagnostic
            .with_label(format!("invocation {} {verb} `{what}` here, {between}", meeting.second))
            .with_secondary(first.span, format!("invocation {} {} `{what}` here", meeting.first, first.kind.verb()));
    }
    match weak {
        Some(Barrier::Narrow(span) | Barrier::Storage(span)) => {
            let has = if shared { "gl_StorageSemanticsShared" } else { "gl_StorageSemanticsBuffer" };
            diagnostic = diagnostic
                .with_secondary(span, "this barrier")
                .with_help(format!("give it `gl_ScopeWorkgroup`, `{has}` and `gl_SemanticsAcquireRelease`"));
        }
        None if one_statement => {
            diagnostic = diagnostic.with_help("let one invocation write, or use an atomic operation");
        }
        None => {
            let all_get_there = walk.terms.scope(second.path) >= Scope::Workgroup;
            if all_get_there {
                diagnostic = diagnostic.with_help("put `barrier();` between the two");
            }
        }
    }
    if let Some(call) = second.call {
        diagnostic = diagnostic.with_secondary(call, "called here");
    }
    walk.findings.push(tier, diagnostic);
}

/// Whether there are invocations that get past a condition, whatever they read.
fn certainly_reached(walk: &mut Walk<'_>, path: Term) -> bool {
    let conditions = walk.terms.conjuncts(path);
    let own: Vec<Term> = conditions.into_iter().filter(|&it| walk.terms.scope(it) < Scope::Workgroup).collect();
    match &mut walk.group {
        Some(group) => mask(group, &walk.terms, &own).is_some_and(|it| it.contains(&true)),
        None => own.is_empty(),
    }
}

/// Shared variables that are read before anything is written to them, or are never read.
pub(super) fn check_initialized(walk: &mut Walk<'_>) {
    if walk.findings.incomplete {
        return;
    }
    let mut said = FxHashSet::default();
    for (root, span, path) in std::mem::take(&mut walk.trace.early) {
        let Ok(global) = walk.module.globals.try_get(root) else { continue };
        if global.storage != StorageClass::Workgroup || global.initializer.is_some() || said.contains(&root) {
            continue;
        }
        let never = !walk.trace.written.contains(&root);
        if !never && !certainly_reached(walk, path) {
            continue;
        }
        said.insert(root);
        let when = if never { "and nothing ever writes it" } else { "before anything writes it" };
        let rule = "GLSL 4.60, 4.3.8: shared variables have no values at the start";
        let diagnostic = warning(Code::UninitializedShared, span, format!("`{}` is read {when}", global.name), rule)
            .with_help(format!("let one invocation set `{}`, and put `barrier();` behind", global.name));
        walk.findings.push(Tier::Certain, diagnostic);
    }
}
