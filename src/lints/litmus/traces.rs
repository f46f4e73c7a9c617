//! Traces: every way in which one invocation may run, whatever it reads.
//!
//! Comes in: the invocations. Goes out: for each of them its traces. Must not depend on: what others have done in the same
//! execution; that is for the axioms.
//!
//! A location may hold what any trace writes to it. These values are found by running all invocations with those that are known,
//! until no new ones appear ([`origin`](super::origin) says why that ends). In these rounds branches that follow from what is read go both ways, as the model does not forbid
//! executions in which two invocations each read what the other writes because of it.

use super::event::Event;
use super::exchange::Meeting;
use super::machine::{Candidate, Candidates, Datum, Machine, Run, Stop};
use super::world::{Invocation, LocationId, World};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::Span;
use rustc_hash::FxHashMap;

/// How often invocations are run.
const MOST_RUNS: u32 = 200_000;

/// One way in which an invocation runs.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Trace {
    pub events: Vec<Event>,
    /// Operations that all invocations of its subgroup get to.
    pub meetings: Vec<Meeting>,
    /// Why it ends before its time.
    pub fault: Option<Box<Diagnostic>>,
    /// Whether it still waited.
    pub cut: bool,
}

/// The traces of each invocation.
pub(super) fn collect(world: &mut World<'_>, invocations: &[Invocation]) -> Result<Vec<Vec<Trace>>, Box<Diagnostic>> {
    let mut candidates = Candidates::default();
    let mut left = MOST_RUNS;
    loop {
        let mut found: Vec<(u32, LocationId, Datum)> = Vec::new();
        // How often each location is written at most.
        let mut most: FxHashMap<LocationId, u32> = FxHashMap::default();
        for &invocation in invocations {
            let mut own: FxHashMap<LocationId, u32> = FxHashMap::default();
            for_each(world, invocation, &candidates, true, &mut left, &mut |run| {
                let mut here: FxHashMap<LocationId, u32> = FxHashMap::default();
                for (location, datum) in run.writes {
                    *here.entry(location).or_default() += 1;
                    found.push((invocation.number, location, datum));
                }
                for (location, count) in here {
                    let known = own.entry(location).or_default();
                    *known = count.max(*known);
                }
            })?;
            for (location, count) in own {
                *most.entry(location).or_default() += count;
            }
        }
        if !add(world, &mut candidates, found, &most) {
            break;
        }
    }
    let mut all = Vec::new();
    for &invocation in invocations {
        let mut traces: Vec<Trace> = Vec::new();
        for_each(world, invocation, &candidates, false, &mut left, &mut |run| {
            let (fault, cut) = match run.stop {
                Some(Stop::Fault(fault)) => (Some(fault), false),
                Some(_) => (None, true),
                None => (None, false),
            };
            traces.push(Trace { events: run.events, meetings: run.meetings, fault, cut });
        })?;
        all.push(traces);
    }
    Ok(all)
}

/// Adds values that locations may hold, if there may be as many writes as they need; whether there is anything new.
fn add(
    world: &mut World<'_>,
    candidates: &mut Candidates,
    found: Vec<(u32, LocationId, Datum)>,
    most: &FxHashMap<LocationId, u32>,
) -> bool {
    let mut grew = false;
    for (writer, location, datum) in found {
        let origin = world.origins.written(datum.origin, location);
        if world.origins.count(origin, location) > most.get(&location).copied().unwrap_or(0) {
            continue;
        }
        let writers = 1 << writer;
        let known = candidates.entry(location).or_default();
        match known.iter_mut().find(|it| it.datum.value == datum.value) {
            Some(known) => {
                let met = world.origins.meet(known.datum.origin, origin);
                grew |= known.writers & writers == 0 || met != known.datum.origin;
                known.writers |= writers;
                known.datum.origin = met;
            }
            None => {
                known.push(Candidate { datum: Datum { origin, ..datum }, writers });
                grew = true;
            }
        }
    }
    grew
}

/// Runs an invocation with all choices that there are.
fn for_each(
    world: &mut World<'_>,
    invocation: Invocation,
    candidates: &Candidates,
    speculates: bool,
    left: &mut u32,
    visit: &mut dyn FnMut(Run),
) -> Result<(), Box<Diagnostic>> {
    let mut open: Vec<Vec<u32>> = vec![Vec::new()];
    while let Some(choices) = open.pop() {
        let Some(rest) = left.checked_sub(1) else {
            return Err(Box::new(too_many_runs()));
        };
        *left = rest;
        let run = Machine::run(world, invocation, &choices, candidates, speculates);
        let count = match run.stop {
            Some(Stop::Choice(count)) => count,
            _ => {
                visit(run);
                continue;
            }
        };
        open.extend((0..count).rev().map(|it| choices.iter().copied().chain([it]).collect()));
    }
    Ok(())
}

#[cold]
fn too_many_runs() -> Diagnostic {
    let message = format!("the invocations have too many possible runs to explore: more than {MOST_RUNS}");
    Diagnostic::error(Code::TooMuchToExplore, Span::UNDEFINED, message)
        .with_help("fewer invocations, fewer reads, or a smaller `--bound` may help")
}
