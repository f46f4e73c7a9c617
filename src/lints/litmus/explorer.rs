//! All executions of a dispatch: a trace for each invocation, then what the reads read from.
//!
//! Comes in: the traces of each invocation. Goes out: final states, the first race, what must not happen. Must not depend on:
//! HIR but for constants, the text of the model.

use super::axioms::{Choice, Fixed, Judgement, Program, Variant};
use super::event::{Event, Group, Phase, Scope};
use super::executions::{Next, explore};
use super::messages::subgroup_is_apart;
use super::relation::{MOST_EVENTS, Relation};
use super::traces::Trace;
use super::world::{LocationId, World};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// One execution, for those who want to see it.
#[derive(Clone, Debug)]
pub(super) struct Example {
    pub events: Vec<Event>,
    pub groups: Vec<Group>,
    pub choice: Choice,
    pub judgement: Judgement,
}

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// What memory that is written holds in the end, by location; each with an execution.
    pub states: BTreeMap<Vec<(LocationId, u32)>, usize>,
    /// An execution with a race.
    pub race: Option<Example>,
    /// An execution without.
    pub example: Option<Example>,
    /// What must not happen.
    pub fault: Option<Box<Diagnostic>>,
    /// How many executions the model allows.
    pub executions: usize,
}

/// Locations and values.
type Cell = (LocationId, u32);

/// Looks for all executions.
pub(super) struct Explorer<'a> {
    pub initial: Vec<u32>,
    pub groups: &'a [Group],
    pub traces: &'a [Vec<Trace>],
    pub variant: Variant,
    /// Changes events before they are judged.
    pub repair: &'a dyn Fn(&mut Vec<Event>),
    /// How many executions may still be judged.
    pub budget: usize,
    /// Whether traces count that still wait in the end.
    pub with_cut: bool,
}

/// What the invocations from one on may write, and how often at most.
type Supply = FxHashMap<Cell, usize>;

impl<'a> Explorer<'a> {
    /// The initial value of each location.
    pub fn initial(world: &World<'_>) -> Vec<u32> {
        world.locations.iter().map(|it| it.initial.index() as u32).collect()
    }

    /// Looks at all executions, until one has a race.
    pub fn run(&mut self) -> Result<Found, Box<Diagnostic>> {
        let mut supply: Vec<Supply> = vec![Supply::default()];
        for traces in self.traces.iter().rev() {
            let mut all = supply.last().cloned().unwrap_or_default();
            let mut most = Supply::default();
            for trace in traces.iter().filter(|it| self.counts(it)) {
                let mut own = Supply::default();
                writes(&trace.events).for_each(|cell| *own.entry(cell).or_default() += 1);
                for (cell, count) in own {
                    let known = most.entry(cell).or_default();
                    *known = count.max(*known);
                }
            }
            for (cell, count) in most {
                *all.entry(cell).or_default() += count;
            }
            supply.push(all);
        }
        supply.reverse();
        let exclusive = self.exclusive();
        let mut found = Found::default();
        self.choose(&supply, &exclusive, &mut Vec::new(), &mut found)?;
        Ok(found)
    }

    fn counts(&self, trace: &Trace) -> bool {
        self.with_cut || !trace.cut
    }

    /// Locations whose accesses are all atomic and mutually ordered: of a value that was written once, only one operation that
    /// reads and writes can read it.
    fn exclusive(&self) -> FxHashSet<LocationId> {
        let alone =
            self.groups.iter().all(|it| self.groups.first().is_some_and(|first| first.workgroup == it.workgroup));
        let least = if alone { Scope::Workgroup } else { Scope::QueueFamily };
        let mut all: FxHashMap<LocationId, (u32, bool)> = FxHashMap::default();
        for event in self.traces.iter().flatten().flat_map(|it| &it.events) {
            let Some(access) = event.access else { continue };
            let known = all.entry(access.location).or_insert((access.reference, true));
            known.1 &= event.atomic && event.scope >= least && known.0 == access.reference;
        }
        all.into_iter().filter(|(_, (_, holds))| *holds).map(|(location, _)| location).collect()
    }

    fn choose(
        &mut self,
        supply: &[Supply],
        exclusive: &FxHashSet<LocationId>,
        chosen: &mut Vec<&'a Trace>,
        found: &mut Found,
    ) -> Result<Next, Box<Diagnostic>> {
        let Some(traces) = self.traces.get(chosen.len()) else { return self.execute(chosen, found) };
        for trace in traces {
            if !self.counts(trace) {
                continue;
            }
            chosen.push(trace);
            let later = supply.get(chosen.len());
            if agree(chosen)
                && self.is_possible(chosen, later, exclusive)
                && self.choose(supply, exclusive, chosen, found)? == Next::Stop
            {
                return Ok(Next::Stop);
            }
            chosen.pop();
        }
        Ok(Next::Go)
    }

    /// Whether somebody may write what is read.
    fn is_possible(&self, chosen: &[&Trace], later: Option<&Supply>, exclusive: &FxHashSet<LocationId>) -> bool {
        let mut written: Supply = Supply::default();
        let mut taken: Supply = Supply::default();
        for event in chosen.iter().flat_map(|it| &it.events) {
            let Some(access) = event.access else { continue };
            if let Some(value) = access.written {
                *written.entry((access.location, value)).or_default() += 1;
            }
            if let Some(value) = access.read {
                let takes = usize::from(event.writes && exclusive.contains(&access.location));
                *taken.entry((access.location, value)).or_default() += takes;
            }
        }
        taken.into_iter().all(|(cell, takes)| {
            let initial = usize::from(self.initial.get(cell.0 as usize) == Some(&cell.1));
            let later = later.and_then(|it| it.get(&cell)).copied().unwrap_or(0);
            initial + written.get(&cell).copied().unwrap_or(0) + later >= takes.max(1)
        })
    }

    /// Looks at the executions of these traces.
    fn execute(&mut self, chosen: &[&Trace], found: &mut Found) -> Result<Next, Box<Diagnostic>> {
        let cells: FxHashSet<LocationId> = chosen.iter().flat_map(|it| writes(&it.events)).map(|it| it.0).collect();
        // What nobody writes is read without consequence.
        let counts = |event: &&Event| event.access.is_none_or(|it| cells.contains(&it.location));
        let mut events: Vec<Event> = chosen.iter().flat_map(|it| &it.events).filter(counts).copied().collect();
        if events.len() > MOST_EVENTS {
            let span = events.get(MOST_EVENTS).map_or(Span::UNDEFINED, |it| it.span);
            return Err(Box::new(execution_too_long(span)));
        }
        let whole = chosen.iter().all(|it| it.fault.is_none() && !it.cut);
        let divergent = self.number_barriers(&mut events).filter(|_| whole);
        let fault = chosen.iter().find_map(|it| it.fault.clone()).or(divergent).or_else(|| self.apart(chosen));
        (self.repair)(&mut events);
        let program =
            Program { events: &events, groups: self.groups, ssw: Relation::NONE, chains: true, variant: self.variant };
        let initial = |location: u32| self.initial.get(location as usize).copied();
        let mut budget = self.budget;
        let result = explore(&program, &initial, &mut budget, &mut |fixed, choice, judgement| {
            found.executions += 1;
            let example = || Example {
                events: events.clone(),
                groups: self.groups.to_vec(),
                choice: choice.clone(),
                judgement: judgement.clone(),
            };
            if !judgement.dr.is_empty() {
                found.race = Some(example());
                return Next::Stop;
            }
            if let Some(fault) = &fault {
                found.fault.get_or_insert_with(|| fault.clone());
                return Next::Go;
            }
            if found.example.is_none() {
                found.example = Some(example());
            }
            if whole {
                *found.states.entry(state(&events, fixed, choice, judgement)).or_default() += 1;
            }
            Next::Go
        });
        self.budget = budget;
        result.map_err(|_| Box::new(too_many_executions()))
    }

    /// Says which control barriers are one: of a workgroup those with the same number in each invocation, of a subgroup those
    /// that the same statement has executed as often. A barrier that not all invocations of a workgroup get to is returned.
    fn number_barriers(&self, events: &mut [Event]) -> Option<Box<Diagnostic>> {
        let mut numbers: FxHashMap<(u32, Option<u32>, Option<Span>, u32), u32> = FxHashMap::default();
        let mut passed: FxHashMap<(u32, Option<Span>, Phase), u32> = FxHashMap::default();
        let mut reached: FxHashMap<(u32, Span, u32), (u32, Event)> = FxHashMap::default();
        for event in events.iter_mut().filter(|it| it.barrier.is_some()) {
            let group = self.groups.get(event.thread as usize).copied().unwrap_or_default();
            let is_subgroup = event.execution <= Scope::Subgroup;
            let place = is_subgroup.then_some(event.span);
            let count = passed.entry((event.thread, place, event.phase)).or_default();
            let subgroup = is_subgroup.then_some(group.subgroup);
            let next = numbers.len() as u32;
            // The halves of one are in two places.
            let span = (event.phase == Phase::Whole).then_some(event.span);
            event.barrier = Some(*numbers.entry((group.workgroup, subgroup, span, *count)).or_insert(next));
            if !is_subgroup {
                reached.entry((group.workgroup, event.span, *count)).or_insert((0, *event)).0 += 1;
            }
            *count += 1;
        }
        let size = |workgroup: u32| self.groups.iter().filter(|it| it.workgroup == workgroup).count() as u32;
        let missed = reached.into_iter().filter(|((workgroup, ..), (count, _))| *count < size(*workgroup));
        let (_, (_, event)) = missed.min_by_key(|((workgroup, span, count), _)| (*workgroup, *count, *span))?;
        Some(Box::new(barrier_not_reached(event.span)))
    }

    /// An operation of subgroups that not all invocations of one get to.
    fn apart(&self, chosen: &[&Trace]) -> Option<Box<Diagnostic>> {
        let mut first: FxHashMap<(u32, u32), &Trace> = FxHashMap::default();
        for (group, trace) in self.groups.iter().zip(chosen) {
            let other = first.entry((group.workgroup, group.subgroup)).or_insert(trace);
            let places = |it: &Trace| it.meetings.iter().map(|it| it.span).collect::<Vec<Span>>();
            let (first, second) = (places(other), places(trace));
            if first != second {
                let span = second.first().or(first.first()).copied().unwrap_or(Span::UNDEFINED);
                return Some(Box::new(subgroup_is_apart(span)));
            }
        }
        None
    }
}

/// Whether what the last of these traces gets from the others of its subgroup is what they give, and the reverse.
fn agree(chosen: &[&Trace]) -> bool {
    let Some(last) = chosen.len().checked_sub(1) else { return true };
    let gives = |thread: u32, number: usize, span: Span| {
        let meeting = chosen.get(thread as usize)?.meetings.get(number).filter(|it| it.span == span)?;
        meeting.gave
    };
    chosen.iter().enumerate().all(|(thread, trace)| {
        trace.meetings.iter().enumerate().all(|(number, meeting)| {
            meeting.got.iter().all(|&(from, value)| {
                let is_new = thread == last || from as usize == last;
                !is_new || gives(from, number, meeting.span).is_none_or(|it| it == value)
            })
        })
    })
}

/// What is written, by location and value.
fn writes(events: &[Event]) -> impl Iterator<Item = Cell> + '_ {
    events.iter().filter_map(|it| it.access).filter_map(|it| Some((it.location, it.written?)))
}

/// What each location holds in the end: what the write has left behind which there is no other.
fn state(events: &[Event], fixed: &Fixed, choice: &Choice, judgement: &Judgement) -> Vec<Cell> {
    let order = &(&judgement.locord | &choice.asmo) & &fixed.sloc;
    let last = fixed.w.iter().filter(|&it| (order.row(it) & fixed.w).is_empty());
    let access = last.filter_map(|it| events.get(it)?.access);
    let mut cells: Vec<Cell> = access.filter_map(|it| Some((it.location, it.written?))).collect();
    cells.sort_unstable();
    cells.dedup_by_key(|it| it.0);
    cells
}

#[cold]
fn execution_too_long(span: Span) -> Diagnostic {
    let message = format!("an execution with more than {MOST_EVENTS} accesses and barriers is not explored");
    Diagnostic::error(Code::TooMuchToExplore, span, message)
}

#[cold]
fn too_many_executions() -> Diagnostic {
    Diagnostic::error(Code::TooMuchToExplore, Span::UNDEFINED, "there are too many executions to explore")
        .with_help("fewer invocations, fewer accesses, or a smaller `--bound` may help")
}

#[cold]
fn barrier_not_reached(span: Span) -> Diagnostic {
    let message = "in some execution, not all invocations of the workgroup reach this barrier";
    Diagnostic::error(Code::BarrierNotReached, span, message)
        .with_note("GLSL 4.60, 8.16: barriers must be in uniform control flow")
}
