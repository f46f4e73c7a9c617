//! What the explorer says: final states, or a race.
//!
//! Comes in: what was found. Goes out: [`Report`], for people as text and for programs as fields. Must not depend on: how it was
//! found.

use super::dot;
use super::event::{Event, Scope};
use super::explorer::{Example, Found};
use super::repair::Missing;
use super::world::{LocationId, World};
use super::{Settings, Variant};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::Span;
use std::collections::BTreeMap;

/// What the explorer has found out about a shader.
#[derive(Clone, Debug)]
pub struct Report {
    /// Workgroups, invocations in each.
    pub workgroups: u32,
    /// The local size.
    pub local: [u32; 3],
    /// Whether the Vulkan memory model is meant, not GLSL450.
    pub vulkan: bool,
    /// Which text of the model has judged.
    pub variant: Variant,
    /// How many executions the model allows, up to the first with a race.
    pub executions: usize,
    /// Whether loops that wait were looked at for a limited number of rounds only.
    pub waits: bool,
    /// No execution ends within these rounds.
    pub never_ends: bool,
    /// A subgroup operation asked an invocation that is not there.
    pub asked_nobody: bool,
    /// That number.
    pub bound: u32,
    /// The memory that is written, in the order of its declarations.
    pub memory: Vec<Memory>,
    /// What it may hold in the end: a value for each of [`memory`](Self::memory), as the shader would write it. Sorted; empty if
    /// there is a race.
    pub states: Vec<Vec<String>>,
    /// The first race.
    pub race: Option<Race>,
    /// An execution for Graphviz: that with the race, else one of the others.
    pub dot: Option<String>,
    /// Final states by location, until all are known.
    found: BTreeMap<Vec<(LocationId, u32)>, usize>,
}

/// A memory location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Its name, as the shader would write it.
    pub name: String,
    /// `buffer`, `shared` or `image`.
    pub kind: &'static str,
    /// The workgroup, of shared memory.
    pub workgroup: Option<u32>,
}

/// Two accesses that nothing orders.
#[derive(Clone, Debug, PartialEq)]
pub struct Race {
    /// The location.
    pub location: String,
    /// That which comes first in the source.
    pub first: Party,
    /// The other.
    pub second: Party,
    /// What would make it go away, if that is a single change or two.
    pub missing: Option<String>,
    /// Further changes: where they go and what they are.
    pub repairs: Vec<(Span, String)>,
}

/// One side of a race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    /// The number of the invocation, workgroup by workgroup.
    pub invocation: u32,
    /// What it does: `reads`, `writes`, `reads and writes`.
    pub does: &'static str,
    /// Whether it does so atomically.
    pub atomic: bool,
    /// Where.
    pub span: Span,
}

impl Party {
    fn of(event: &Event) -> Self {
        let does = match (event.reads, event.writes) {
            (true, true) => "reads and writes",
            (false, true) => "writes",
            _ => "reads",
        };
        Self { invocation: event.thread, does, atomic: event.atomic, span: event.span }
    }
}

impl Report {
    /// A report about nothing yet.
    pub(super) fn new(world: &World<'_>, settings: &Settings) -> Self {
        Self {
            workgroups: world.shape.workgroups,
            local: world.shape.local,
            vulkan: world.vulkan,
            variant: settings.variant,
            executions: 0,
            waits: false,
            never_ends: false,
            asked_nobody: false,
            bound: settings.bound,
            memory: Vec::new(),
            states: Vec::new(),
            race: None,
            dot: None,
            found: BTreeMap::new(),
        }
    }

    /// Adds what was found with one size of subgroups.
    pub(super) fn add(
        &mut self,
        world: &mut World<'_>,
        found: &Found,
        missing: Option<Missing>,
    ) -> Result<(), Box<Diagnostic>> {
        self.executions += found.executions;
        if let Some(example) = &found.race {
            self.race = race(world, example, missing);
            self.dot = Some(dot::draw(world, example));
            return Ok(());
        }
        if let Some(fault) = &found.fault {
            return Err(fault.clone());
        }
        if let (None, Some(example)) = (&self.dot, &found.example) {
            self.dot = Some(dot::draw(world, example));
        }
        for (state, count) in &found.states {
            *self.found.entry(state.clone()).or_default() += count;
        }
        Ok(())
    }

    /// Names what memory holds.
    pub(super) fn finish(&mut self, world: &mut World<'_>) {
        let mut written: Vec<LocationId> = self.found.keys().flatten().map(|it| it.0).collect();
        written.sort_by_cached_key(|it| world.locations.get(*it as usize).map(|it| it.key.clone()));
        written.dedup();
        if self.race.is_some() {
            return;
        }
        for &location in &written {
            let Some(location) = world.locations.get(location as usize) else { continue };
            let kind = location.storage.word();
            self.memory.push(Memory { name: location.name.clone(), kind, workgroup: location.workgroup });
        }
        let handles: Vec<_> = world.constants.iter().map(|(handle, _)| handle).collect();
        for state in self.found.keys() {
            let mut values = Vec::with_capacity(written.len());
            for location in &written {
                let left = state.iter().find(|it| it.0 == *location).and_then(|it| handles.get(it.1 as usize)).copied();
                let initial = world.locations.get(*location as usize).map(|it| it.initial);
                values.push(left.or(initial).map(|it| world.show(it)).unwrap_or_default());
            }
            self.states.push(values);
        }
        self.states.sort();
        self.states.dedup();
    }

    /// The text of the report: the verdict, then a line for each final state.
    #[must_use]
    pub fn text(&self) -> String {
        let mut lines = Vec::new();
        match &self.race {
            Some(race) => lines.push(format!("race on {}", race.location)),
            None => lines.push("no race".to_owned()),
        }
        for state in &self.states {
            let cells: Vec<String> =
                self.memory.iter().zip(state).map(|(memory, value)| format!("{} = {value}", memory.name)).collect();
            lines.push(format!("  {}", cells.join(", ")));
        }
        lines.push(String::new());
        lines.extend(self.limits().into_iter().map(|it| format!("note: {it}")));
        lines.join("\n") + "\n"
    }

    /// What the verdict holds for.
    #[must_use]
    pub fn limits(&self) -> Vec<String> {
        let mut limits = Vec::new();
        let plural = |count: u32, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
        let local: Vec<String> = self.local.iter().map(ToString::to_string).collect();
        let workgroups = plural(self.workgroups, "workgroup");
        let model = match self.variant {
            Variant::Khronos => "Khronos' model",
            Variant::Dat3m => "Dat3M's model",
        };
        limits.push(format!("{workgroups} of {}, judged by {model}", local.join(" x ")));
        if !self.vulkan {
            limits.push(
                "GLSL450 has no published axioms: `coherent` is taken as available and visible to the device, and barriers as making shared memory available and visible"
                    .to_owned(),
            );
        }
        if self.never_ends {
            limits.push(format!(
                "no execution ends: waiting loops were cut off after {}",
                plural(self.bound, "iteration")
            ));
        } else if self.waits {
            limits.push(format!("waiting loops were assumed to end after at most {}", plural(self.bound, "iteration")));
        }
        if self.asked_nobody {
            limits.push("invocations outside the subgroup were taken to contribute 0".to_owned());
        }
        limits
    }

    /// The race as an error.
    #[must_use]
    pub fn diagnostic(&self) -> Option<Diagnostic> {
        self.race.as_ref().map(data_race)
    }
}

/// The race of an execution.
fn race(world: &World<'_>, example: &Example, missing: Option<Missing>) -> Option<Race> {
    let (left, right) = pair(example)?;
    let (left, right) = (example.events.get(left)?, example.events.get(right)?);
    let location = world.locations.get(left.location()? as usize)?.name.clone();
    let mut parties = [Party::of(left), Party::of(right)];
    parties.sort_by_key(|it| (it.span, it.invocation));
    let [first, second] = parties;
    let (missing, repairs) = missing.map_or((None, Vec::new()), |it| (Some(it.text), it.places));
    Some(Race { location, first, second, missing, repairs })
}

/// The first pair that races.
pub(super) fn pair(example: &Example) -> Option<(usize, usize)> {
    example.judgement.dr.pairs().next()
}

impl Scope {
    /// Whether an event with the scope is anything to others.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Invocation => "",
            Self::Subgroup => "sg",
            Self::Workgroup => "wg",
            Self::QueueFamily => "qf",
            Self::Device => "dev",
        }
    }
}

#[cold]
fn data_race(race: &Race) -> Diagnostic {
    let Race { location, first, second, missing, .. } = race;
    let label = |party: &Party| {
        let atomically = if party.atomic { " atomically" } else { "" };
        format!("invocation {} {} `{location}`{atomically} here", party.invocation, party.does)
    };
    let mut diagnostic = Diagnostic::error(Code::LitmusRace, second.span, format!("data race on `{location}`"))
        .with_note("Vulkan, Memory Model: two accesses race if neither is location-ordered before the other");
    if first.span == second.span {
        let both = match first.does == second.does {
            true => format!("invocations {} and {} both do this, unordered", first.invocation, second.invocation),
            false => format!("{}, and {}", label(first), label(second)),
        };
        diagnostic = diagnostic.with_label(both);
    } else {
        diagnostic =
            diagnostic.with_label(format!("{}, unordered", label(second))).with_secondary(first.span, label(first));
    }
    for (span, what) in &race.repairs {
        if *span != first.span && *span != second.span {
            diagnostic = diagnostic.with_secondary(*span, what.clone());
        }
    }
    match missing {
        Some(missing) => diagnostic.with_help(missing.clone()),
        None => diagnostic,
    }
}
