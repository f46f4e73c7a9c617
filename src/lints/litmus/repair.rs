//! What is missing where there is a race: the smallest change that makes it go away.
//!
//! Comes in: an execution with a race, and a way to look at all executions with changed events. Goes out: one change, or two that
//! belong together, as a sentence. Must not depend on: how executions are found.
//!
//! Changes are made to what the source says, so to all events of a place at once. Those that do not help in the execution with
//! the race are not tried on all.

use super::axioms::{Fixed, Program, Variant};
use super::event::{Event, Scope, Storage};
use super::explorer::Example;
use super::relation::{MOST_EVENTS, Relation};
use super::report::pair;
use crate::hir::Span;

/// How many changes are tried on all executions.
const MOST_TRIES: u32 = 40;

/// Whether no execution has a race if the events are changed; `None` if that is too much to find out.
pub(super) type RaceFree<'a> = dyn FnMut(&dyn Fn(&mut Vec<Event>)) -> Option<bool> + 'a;

/// What is missing.
#[derive(Clone, Debug)]
pub(super) struct Missing {
    /// The sentence.
    pub text: String,
    /// Where the changes go, and what they are.
    pub places: Vec<(Span, String)>,
}

/// A change of what the source says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// Release, of memory of this kind, and whether it makes available too.
    Release(Storage, bool),
    Acquire(Storage, bool),
    /// Semantics about memory of this kind too.
    Cover(Storage),
    MakeAvailable,
    MakeVisible,
    /// A wider scope of memory.
    Widen(Scope),
    /// `nonprivate`
    NonPrivate,
    /// `devicecoherent` and the like.
    Coherent(Scope),
    /// An atomic operation.
    Atomic(Scope),
}

impl Change {
    fn apply(self, event: &mut Event) {
        let orders = |event: &mut Event, storage: Storage| {
            event.semantics = Storage(event.semantics.0 | storage.0);
            event.fence |= event.access.is_none();
        };
        match self {
            Self::Release(storage, available) if event.access.is_none() || event.writes => {
                event.release = true;
                event.make_available |= available;
                orders(event, storage);
            }
            Self::Acquire(storage, visible) if event.access.is_none() || event.reads => {
                event.acquire = true;
                event.make_visible |= visible;
                orders(event, storage);
            }
            Self::Cover(storage) => orders(event, storage),
            Self::MakeAvailable => event.make_available = event.release,
            Self::MakeVisible => event.make_visible = event.acquire,
            Self::Widen(scope) => event.scope = event.scope.max(scope),
            Self::NonPrivate => event.nonprivate = true,
            Self::Coherent(scope) => {
                event.nonprivate = true;
                event.scope = event.scope.max(scope);
                (event.available, event.visible) = (event.writes, event.reads);
            }
            Self::Atomic(scope) if event.access.is_some() => {
                event.atomic = true;
                Self::Coherent(scope).apply(event);
            }
            Self::Release(..) | Self::Acquire(..) | Self::Atomic(_) => {}
        }
    }

    /// What is missing, in words.
    fn text(self) -> String {
        match self {
            Self::Release(storage, false) => format!("`gl_SemanticsRelease` with `{}`", storage.name()),
            Self::Acquire(storage, false) => format!("`gl_SemanticsAcquire` with `{}`", storage.name()),
            Self::Release(storage, true) => {
                format!("`gl_SemanticsRelease | gl_SemanticsMakeAvailable` with `{}`", storage.name())
            }
            Self::Acquire(storage, true) => {
                format!("`gl_SemanticsAcquire | gl_SemanticsMakeVisible` with `{}`", storage.name())
            }
            Self::Cover(storage) => format!("`{}`", storage.name()),
            Self::MakeAvailable => "`gl_SemanticsMakeAvailable`".to_owned(),
            Self::MakeVisible => "`gl_SemanticsMakeVisible`".to_owned(),
            Self::Widen(scope) => format!("`{}`", scope.name()),
            Self::NonPrivate => "`nonprivate`".to_owned(),
            Self::Coherent(scope) => format!("`{}`", qualifier(scope)),
            Self::Atomic(scope) => format!("an atomic operation in `{}`", scope.name()),
        }
    }
}

const fn qualifier(scope: Scope) -> &'static str {
    match scope {
        Scope::Device => "devicecoherent",
        Scope::QueueFamily => "queuefamilycoherent",
        Scope::Workgroup => "workgroupcoherent",
        Scope::Subgroup | Scope::Invocation => "subgroupcoherent",
    }
}

/// What is changed: everything at a place, or plain accesses to a variable, wherever they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Place(Span),
    Variable(u32),
}

impl Target {
    fn is(self, event: &Event) -> bool {
        match self {
            Self::Place(span) => event.span == span,
            Self::Variable(reference) => !event.atomic && event.access.is_some_and(|it| it.reference == reference),
        }
    }
}

/// A change of something.
type Edit = (Target, Change);

/// Looks for what is missing.
pub(super) fn missing(example: &Example, race_free: &mut RaceFree<'_>) -> Option<Missing> {
    let (left, right) = pair(example)?;
    let racing = [*example.events.get(left)?, *example.events.get(right)?];
    let edits = edits(example, &racing);
    let mut sets: Vec<Vec<Edit>> = edits.iter().map(|&it| vec![it]).collect();
    for (index, &first) in edits.iter().enumerate() {
        sets.extend(edits.iter().skip(index + 1).map(|&second| vec![first, second]));
    }
    let mut tries = MOST_TRIES;
    for set in sets.iter().filter(|set| helps(example, (left, right), set)) {
        let Some(left) = tries.checked_sub(1) else { break };
        tries = left;
        let change = |events: &mut Vec<Event>| edit(events, set);
        if race_free(&change) == Some(true) {
            return Some(of_edits(set));
        }
    }
    with_barrier(example, &racing, race_free).or_else(|| atomically(&racing, race_free))
}

/// The changes that may help.
fn edits(example: &Example, racing: &[Event; 2]) -> Vec<Edit> {
    let [first, second] = racing;
    let group = |it: &Event| example.groups.get(it.thread as usize).copied().unwrap_or_default();
    let together = group(first).workgroup == group(second).workgroup;
    let scope = if together { Scope::Workgroup } else { Scope::Device };
    let storage = first.access.map_or(Storage::BUFFER, |it| it.storage);
    let mut all: Vec<Edit> = Vec::new();
    let mut add = |target: Target, change: Change| {
        if !all.contains(&(target, change)) {
            all.push((target, change));
        }
    };
    for event in &example.events {
        let span = Target::Place(event.span);
        let is_racing = racing.iter().any(|it| it.span == event.span && it.access == event.access);
        let orders = event.atomic || event.access.is_none();
        if orders {
            let may_release = event.access.is_none() || event.writes;
            let may_acquire = event.access.is_none() || event.reads;
            if may_release && !event.release {
                add(span, Change::Release(storage, false));
                add(span, Change::Release(storage, true));
            }
            if may_acquire && !event.acquire {
                add(span, Change::Acquire(storage, false));
                add(span, Change::Acquire(storage, true));
            }
            if (event.release || event.acquire) && !event.semantics.contains(storage) {
                add(span, Change::Cover(storage));
            }
            if event.release && !event.make_available {
                add(span, Change::MakeAvailable);
            }
            if event.acquire && !event.make_visible {
                add(span, Change::MakeVisible);
            }
            if event.scope < scope {
                add(span, Change::Widen(scope));
            }
        }
        if let Some(access) = event.access.filter(|_| is_racing && !event.atomic) {
            let variable = Target::Variable(access.reference);
            if !event.nonprivate {
                add(variable, Change::NonPrivate);
            }
            let is_coherent = (event.available || event.visible) && event.scope >= scope;
            if !is_coherent {
                add(variable, Change::Coherent(scope));
            }
        }
    }
    // What operations say comes first: it is most often what is wrong.
    all.sort_by_key(|(target, _)| matches!(target, Target::Variable(_)));
    all
}

fn edit(events: &mut [Event], set: &[Edit]) {
    for event in events {
        let before = *event;
        for (_, change) in set.iter().filter(|(target, _)| target.is(&before)) {
            change.apply(event);
        }
    }
}

/// Whether changes end the race of this execution, or forbid it.
fn helps(example: &Example, (left, right): (usize, usize), set: &[Edit]) -> bool {
    let mut events = example.events.clone();
    edit(&mut events, set);
    let program = Program {
        events: &events,
        groups: &example.groups,
        ssw: Relation::NONE,
        chains: true,
        variant: Variant::Khronos,
    };
    let judgement = Fixed::of(&program).judge(&program, &example.choice);
    !judgement.consistent || !judgement.dr.has(left, right)
}

/// The changes as a sentence, and as labels where they belong to a place.
fn of_edits(set: &[Edit]) -> Missing {
    let words: Vec<String> = set.iter().map(|(_, change)| change.text()).collect();
    let verb = if set.len() == 1 { "is" } else { "are" };
    let place = |(target, change): &Edit| match target {
        Target::Place(span) => Some((*span, format!("{} is missing here", change.text()))),
        Target::Variable(_) => None,
    };
    let on_variable = set.iter().any(|(target, _)| matches!(target, Target::Variable(_)));
    let where_ = if on_variable && set.len() == 1 { " in the declaration of the memory" } else { "" };
    let text = format!("{} {verb} missing{where_}: with it no execution has a race", words.join(" and "));
    let text = if set.len() == 1 { text } else { text.replace("with it no", "with both no") };
    Missing { text, places: set.iter().filter_map(place).collect() }
}

/// A control barrier between the two, alone or with memory that takes part.
fn with_barrier(example: &Example, racing: &[Event; 2], race_free: &mut RaceFree<'_>) -> Option<Missing> {
    let mut ordered = *racing;
    ordered.sort_by_key(|it| it.span);
    let [first, second] = ordered;
    let workgroup = |it: &Event| example.groups.get(it.thread as usize).map(|it| it.workgroup);
    if first.span == second.span || workgroup(&first) != workgroup(&second) {
        return None;
    }
    let storage = first.access.map_or(Storage::BUFFER, |it| it.storage);
    let threads = example.groups.len() as u32;
    let references = [first, second].into_iter().filter_map(|it| it.access).map(|it| it.reference);
    let coherent: Vec<Edit> = references.map(|it| (Target::Variable(it), Change::NonPrivate)).collect();
    for set in [&[][..], &coherent] {
        let change = |events: &mut Vec<Event>| {
            edit(events, set);
            if events.len() + threads as usize <= MOST_EVENTS {
                insert_barrier(events, threads, (first.span, second.span), storage);
            }
        };
        if race_free(&change) != Some(true) {
            continue;
        }
        let call = match storage {
            Storage::SHARED => "`barrier();`".to_owned(),
            _ => format!("a `controlBarrier` with `{}`", storage.name()),
        };
        let text = match set.is_empty() {
            true => format!("put {call} between the two, where all invocations reach it"),
            false => {
                format!("make the memory coherent, and put {call} between the two, where all invocations reach it")
            }
        };
        return Some(Missing { text, places: Vec::new() });
    }
    None
}

/// Accesses that may be atomic.
fn atomically(racing: &[Event; 2], race_free: &mut RaceFree<'_>) -> Option<Missing> {
    let set: Vec<Edit> = racing.iter().map(|it| (Target::Place(it.span), Change::Atomic(Scope::Device))).collect();
    let text = "atomic operations do not race in `gl_ScopeDevice`: both should be one".to_owned();
    let helps = race_free(&|events| edit(events, &set)) == Some(true);
    helps.then_some(Missing { text, places: Vec::new() })
}

/// Inserts a barrier into each invocation: behind its accesses at the first place, else before those at the second, else at its end.
fn insert_barrier(events: &mut Vec<Event>, threads: u32, (first, second): (Span, Span), storage: Storage) {
    for thread in 0..threads {
        let place = |span: Span| move |it: &Event| it.thread == thread && it.span == span;
        let behind = events.iter().rposition(place(first)).map(|it| it + 1);
        let end = events.iter().rposition(|it| it.thread <= thread).map_or(0, |it| it + 1);
        let at = behind.or_else(|| events.iter().position(place(second))).unwrap_or(end);
        let mut barrier = Event::new(thread, Span::UNDEFINED);
        barrier.barrier = Some(u32::MAX);
        barrier.execution = Scope::Workgroup;
        barrier.scope = Scope::Workgroup;
        (barrier.fence, barrier.acquire, barrier.release) = (true, true, true);
        (barrier.make_available, barrier.make_visible) = (true, true);
        barrier.semantics = storage;
        events.insert(at.min(events.len()), barrier);
    }
}
