//! Executions: what the reads of given events may read from, and the order of atomic writes.
//!
//! Comes in: events with the values that they read and write. Goes out: each execution that the model allows. Must not depend
//! on: shaders, the text of the model.
//!
//! What is left out early is what coherence of one location forbids: reading from a write of the own future, past an own write,
//! two operations that read and write after the same write.

use super::axioms::{Choice, Fixed, Judgement, Program};
use super::event::Event;
use super::relation::{Relation, Set};

/// What to do after an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Look for more.
    Go,
    /// It is enough.
    Stop,
}

/// More executions than the budget had to be judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany;

/// The initial value of a location; `None` if any will do.
pub type Initial<'a> = &'a dyn Fn(u32) -> Option<u32>;

/// Visits each consistent execution.
///
/// # Errors
/// If `budget`, which is reduced by each execution that is judged, runs out.
pub fn explore(
    program: &Program<'_>,
    initial: Initial<'_>,
    budget: &mut usize,
    visit: &mut dyn FnMut(&Fixed, &Choice, &Judgement) -> Next,
) -> Result<Next, TooMany> {
    let fixed = Fixed::of(program);
    let sources = sources(program.events, &fixed, initial);
    let Some(sources) = sources else { return Ok(Next::Go) };
    let mut search = Search { program, fixed: &fixed, sources: &sources, budget, visit };
    search.reads(0, &mut Vec::new())
}

/// The writes that a read may read from, in order; `None` is the initial value.
type Sources = Vec<(usize, Vec<Option<usize>>)>;

/// The sources of each read; `None` if one has none.
fn sources(events: &[Event], fixed: &Fixed, initial: Initial<'_>) -> Option<Sources> {
    let mut all = Sources::new();
    for read in fixed.r.iter() {
        let access = events.get(read)?.access?;
        let fits = |value: Option<u32>| access.read.is_none() || value.is_none() || value == access.read;
        let own = |write: usize| fixed.sref.has(read, write) && fixed.sloc.has(read, write);
        // The last own write before the read hides what is before it.
        let last = fixed.w.iter().filter(|&it| fixed.po.has(it, read) && own(it)).last();
        let is_hidden =
            |write: usize| last.is_some_and(|last| write != last && fixed.po.has(write, read) && own(write));
        let is_later = |write: usize| write == read || fixed.po.has(read, write) && own(write);
        let mut list = Vec::new();
        if last.is_none() && fits(initial(access.location)) {
            list.push(None);
        }
        let writes = fixed.w.iter().filter(|&it| fixed.sloc.has(it, read) && !is_later(it) && !is_hidden(it));
        let written = |it: usize| events.get(it).and_then(|it| it.access).and_then(|it| it.written);
        list.extend(writes.filter(|&it| fits(written(it))).map(Some));
        if list.is_empty() {
            return None;
        }
        all.push((read, list));
    }
    // Those with few sources first: they decide most.
    all.sort_by_key(|(read, list)| (list.len(), *read));
    Some(all)
}

struct Search<'a, 'b> {
    program: &'a Program<'a>,
    fixed: &'a Fixed,
    sources: &'a Sources,
    budget: &'b mut usize,
    visit: &'b mut dyn FnMut(&Fixed, &Choice, &Judgement) -> Next,
}

impl Search<'_, '_> {
    /// Chooses what the reads from number `position` on read from.
    fn reads(&mut self, position: usize, chosen: &mut Vec<(usize, Option<usize>)>) -> Result<Next, TooMany> {
        let Some((read, list)) = self.sources.get(position) else {
            return self.orders(chosen);
        };
        for &source in list {
            if self.is_taken(*read, source, chosen) {
                continue;
            }
            chosen.push((*read, source));
            let next = self.reads(position + 1, chosen)?;
            chosen.pop();
            if next == Next::Stop {
                return Ok(Next::Stop);
            }
        }
        Ok(Next::Go)
    }

    /// Whether another read-modify-write has read from there already.
    fn is_taken(&self, read: usize, source: Option<usize>, chosen: &[(usize, Option<usize>)]) -> bool {
        let fixed = self.fixed;
        fixed.w.has(read)
            && chosen.iter().any(|&(other, its)| {
                its == source
                    && fixed.w.has(other)
                    && fixed.mutordatom.has(read, other)
                    && source.is_none_or(|it| fixed.mutordatom.has(it, read) && fixed.mutordatom.has(it, other))
            })
    }

    /// Chooses the orders of atomic writes, location by location.
    fn orders(&mut self, chosen: &[(usize, Option<usize>)]) -> Result<Next, TooMany> {
        let mut rf = Relation::NONE;
        let mut rfinit = Set::default();
        for &(read, source) in chosen {
            match source {
                Some(write) => rf.insert(write, read),
                None => rfinit = rfinit | Set(1 << read),
            }
        }
        let mut rest = self.fixed.w & self.fixed.a;
        let mut locations = Vec::new();
        while let Some(first) = rest.iter().next() {
            let here = rest & self.fixed.sloc.row(first);
            locations.push(self.linear(here, chosen));
            rest = rest - here;
        }
        self.combine(&locations, &Choice { rf, rfinit, asmo: Relation::NONE })
    }

    fn combine(&mut self, locations: &[Vec<Relation>], choice: &Choice) -> Result<Next, TooMany> {
        let Some((first, others)) = locations.split_first() else { return self.judge(choice) };
        for order in first {
            let choice = Choice { asmo: &choice.asmo | order, ..choice.clone() };
            if self.combine(others, &choice)? == Next::Stop {
                return Ok(Next::Stop);
            }
        }
        Ok(Next::Go)
    }

    fn judge(&mut self, choice: &Choice) -> Result<Next, TooMany> {
        *self.budget = self.budget.checked_sub(1).ok_or(TooMany)?;
        let judgement = self.fixed.judge(self.program, choice);
        Ok(if judgement.consistent { (self.visit)(self.fixed, choice, &judgement) } else { Next::Go })
    }

    /// The orders of the atomic writes to one location that agree with the order of the program and with what the operations
    /// that read and write have read.
    fn linear(&self, writes: Set, chosen: &[(usize, Option<usize>)]) -> Vec<Relation> {
        let mut found: Vec<Relation> = Vec::new();
        let mut open: Vec<Vec<usize>> = vec![Vec::new()];
        while let Some(order) = open.pop() {
            let placed = order.iter().fold(Set::default(), |all, &it| all | Set(1 << it));
            let left = writes - placed;
            if left.is_empty() {
                let mut relation = Relation::NONE;
                for (index, &from) in order.iter().enumerate() {
                    let behind = order.iter().skip(index + 1);
                    behind.filter(|&&to| self.fixed.mutordatom.has(from, to)).for_each(|&to| relation.insert(from, to));
                }
                // A strict partial order is transitive.
                if (&relation.then(&relation) - &relation).is_empty() && !found.contains(&relation) {
                    found.push(relation);
                }
                continue;
            }
            let candidates: Vec<usize> = left.iter().filter(|&it| self.may_follow(it, &order, left, chosen)).collect();
            // The first candidate is looked at first.
            for next in candidates.into_iter().rev() {
                let mut longer = order.clone();
                longer.push(next);
                open.push(longer);
            }
        }
        found
    }

    fn may_follow(&self, next: usize, order: &[usize], left: Set, chosen: &[(usize, Option<usize>)]) -> bool {
        let fixed = self.fixed;
        let ordered = |a: usize, b: usize| fixed.mutordatom.has(a, b);
        if left.iter().any(|it| fixed.po.has(it, next) && ordered(it, next)) {
            return false;
        }
        let Some(&(_, source)) = chosen.iter().find(|(read, _)| *read == next) else { return true };
        match source {
            None => !order.iter().any(|&it| ordered(it, next)),
            Some(write) if ordered(write, next) => {
                let Some(at) = order.iter().position(|&it| it == write) else { return false };
                !order.iter().skip(at + 1).any(|&it| ordered(write, it) && ordered(it, next))
            }
            Some(_) => true,
        }
    }
}
