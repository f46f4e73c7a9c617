//! Loops of the walk: which rounds are walked, and what is known behind them.
//!
//! Comes in: a loop. Goes out: the variables and the path behind it. Must not depend on: what a lint makes of it, but for loops
//! without end.

use super::catalog::Tier;
use super::finding::warning;
use super::scan::{LoopScan, Root};
use super::term::{Node, Operation, Scope, Support, Term, Terms};
use super::walk::{Bound, Frame, Slots, Walk};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Loop, LoopTest, Span, ValueKind};
use smallvec::SmallVec;

/// Loops of so few statements are walked twice even if they only read.
const SMALL: usize = 24;

/// Outer loops of so few statements that write shared memory are walked twice in any case.
const MOST_OF_OUTER: usize = 150;

/// Rounds of scans and reductions that are walked where everything is constant.
const MOST_ROUNDS: u32 = 64;

/// Those of other small loops with memory that invocations share. Of the rest, the first ones and the last stand for all.
const MOST_SMALL_ROUNDS: u32 = 8;

/// Those of small loops without.
const MOST_OWN_ROUNDS: u32 = 4;

/// A loop or switch that jumps may leave.
#[derive(Debug)]
pub(super) struct Target {
    pub is_loop: bool,
    /// The path where the round began.
    pub start: Term,
    pub broke: bool,
    /// All invocations that began the round left.
    pub broke_all: bool,
    pub continued: bool,
    /// The scope of the conditions under which it is left.
    pub scope: Scope,
}

/// What a jump leaves.
pub(super) enum TargetKind {
    Loop,
    Switch,
}

impl TargetKind {
    pub(super) const fn target(self, start: Term, scope: Scope) -> Target {
        Target { is_loop: matches!(self, Self::Loop), start, broke: false, broke_all: false, continued: false, scope }
    }
}

/// What is in a loop, as far as it says how many rounds are walked.
#[derive(Clone, Copy)]
struct Plan {
    size: usize,
    interesting: bool,
    waits: bool,
    /// Shared memory is written, or read.
    writes: bool,
    reads: bool,
    /// Buffers are written.
    lasts: bool,
    effects: bool,
}

impl Plan {
    fn of(scanned: Option<&LoopScan>) -> Self {
        match scanned {
            Some(&LoopScan { size, interesting, waits, writes, reads, lasts, effects, .. }) => {
                Self { size, interesting, waits, writes, reads, lasts, effects }
            }
            None => Self {
                size: usize::MAX,
                interesting: false,
                waits: false,
                writes: false,
                reads: false,
                lasts: true,
                effects: false,
            },
        }
    }

    /// Whether it is a scan or a reduction in shared memory.
    const fn is_scan(self) -> bool {
        self.writes && self.waits
    }

    /// How many rounds are worth a walk. `exact`: all is known of what they do.
    const fn rounds(self, exact: bool) -> u32 {
        let is_small = self.size <= SMALL;
        if !self.interesting && (!is_small || !self.lasts) {
            return 1;
        }
        // What only reads in a round meets nobody in the next whom it did not meet in the first, as far as is known.
        let may_meet = self.effects || self.writes || is_small && self.reads;
        if !exact && !may_meet {
            return 1;
        }
        match exact && self.interesting {
            true if self.is_scan() => MOST_ROUNDS,
            true if is_small && (self.lasts || self.writes || self.reads) => MOST_SMALL_ROUNDS,
            true if is_small => MOST_OWN_ROUNDS,
            _ => 2,
        }
    }
}

impl<'m> Walk<'m> {
    /// `Statement::Loop`
    pub(super) fn repeat(&mut self, frame: &mut Frame<'m>, it: &'m Loop) {
        let before = self.path;
        let (returns, ends) = (frame.returns, self.ends);
        let scanned = self.functions.get(frame.handle).and_then(|scan| scan.of_loop(it));
        let atomics = scanned.is_none_or(|it| it.atomics);
        if atomics {
            self.check_spin(frame, it);
        }
        for parameter in it.parameters.iter() {
            let leaves = self.leaves(frame, parameter.initial);
            if let Some(place) = frame.values.get_mut(parameter.value.index()) {
                *place = leaves;
            }
        }
        self.loops += 1;
        let exact = self.rounds(frame, it);
        self.loops -= 1;
        if atomics && super::spin::waits(frame.function, it) {
            self.trace.waited();
        }
        let left = frame.returns != returns || self.ends != ends;
        match exact {
            Ok(path) => self.path = path,
            Err(scope) => {
                self.path = before;
                let slots = self.stored_in(frame, it);
                self.forget(slots, scope);
                if left {
                    self.blur_path(before, scope);
                }
                for &result in &it.results {
                    let leaves = self.unknown_value(frame, result, scope);
                    if let Some(place) = frame.values.get_mut(result.index()) {
                        *place = leaves;
                    }
                }
            }
        }
    }

    /// Walks the rounds. If every jump was certain, so that what is known now is so behind the loop, the path there; else the
    /// scope of the conditions that end it.
    fn rounds(&mut self, frame: &mut Frame<'m>, it: &'m Loop) -> Result<Term, Scope> {
        let position = self.trace.position();
        let plan = Plan::of(self.functions.get(frame.handle).and_then(|scan| scan.of_loop(it)));
        let size = plan.size;
        let mut scope = Scope::Dispatch;
        let mut exact = it.parameters.is_empty() && it.results.is_empty();
        let mut spent = 0;
        let begun = self.trace.accesses().len();
        for round in 0.. {
            // What lies behind the first barrier of a later round meets nobody whom it did not meet in the first.
            let is_short = round > 0 && !exact && plan.waits;
            let here = (self.calls.len(), self.loops);
            let outer = std::mem::replace(&mut self.cut, is_short.then_some(here));
            let before = (self.trace.accesses().len(), self.trace.position());
            frame.targets.push(TargetKind::Loop.target(self.path, Scope::Dispatch));
            let start = self.path;
            let (mark, returns, ends) = (self.journal.len(), frame.returns, self.ends);
            let count = self.trace.count;
            self.repeating += u32::from(round > 0);
            self.block(frame, it.header);
            let asks_memory = self.trace.count != count;
            let ended = self.test(frame, it.condition.as_ref(), &mut exact, &mut scope);
            if !ended {
                self.block(frame, it.body);
                self.continuing(frame, it, start);
            }
            let ended =
                ended || self.path == Terms::FALSE || self.test(frame, it.repeat_if.as_ref(), &mut exact, &mut scope);
            self.repeating -= u32::from(round > 0);
            if is_short && self.cut.is_none() {
                // But the end of the round may meet what follows the loop.
                self.trace.repeat(begun..before.0, before.1);
            }
            self.cut = outer;
            let target = frame.targets.pop();
            let (broke, all) = target.as_ref().map_or((false, false), |it| (it.broke, it.broke_all));
            scope = scope.min(target.map_or(scope, |it| it.scope));
            if broke && !all {
                exact = false;
            }
            if ended {
                return match exact {
                    true if all => Ok(start),
                    true => Ok(self.path),
                    false => Err(scope),
                };
            }
            let left = frame.returns != returns || self.ends != ends;
            if it.parameters.is_empty()
                && !left
                && !broke
                && self.is_unchanged_since(mark)
                && self.asks_the_same(frame, it, asks_memory)
            {
                self.never_ends(frame, it);
                return Err(scope);
            }
            // What an inner loop does in its next round was seen in the first round of the outer one.
            let enough = if self.repeating > 0 && !exact { 1 } else { plan.rounds(exact) };
            // A loop of many rounds leaves enough for those around it.
            if round > 0 && !plan.is_scan() {
                spent += size;
            }
            // What the next round does to this one is where most races are.
            let meets_itself = round == 0 && self.loops == 1 && plan.writes && size <= MOST_OF_OUTER;
            let in_scan = (exact && plan.is_scan() || meets_itself) && self.spare_in_scans >= size;
            if round + 1 >= enough || !in_scan && (self.spare < size || spent > self.spare) {
                // As many rounds as the host says may be all there are; of others some are left out.
                if exact {
                    self.trace.leave_out(position);
                    let is_first = plan.interesting && self.finished.insert((frame.handle, it.header));
                    if is_first && !left && !broke && self.spare >= size {
                        self.spare -= size;
                        self.last_round(frame, it, start, mark);
                    }
                }
                return Err(scope);
            }
            match in_scan {
                true => self.spare_in_scans -= size,
                false => self.spare -= size,
            }
        }
        Err(scope)
    }

    /// Walks the last round of a loop that counts, of whose rounds some were left out.
    fn last_round(&mut self, frame: &mut Frame<'m>, it: &'m Loop, start: Term, mark: usize) {
        let Some(test) = &it.condition else { return };
        let slots = self.stored_in(frame, it);
        // What the last round began with, and this one does. The sort keeps the order of equal slots.
        let mut first: SmallVec<[(u32, Term); 8]> = self.journal.get(mark..).unwrap_or_default().into();
        first.sort_by_key(|it| it.0);
        first.dedup_by_key(|it| it.0);
        let begun = |walk: &Self, slot: u32| {
            let before = first.get(first.binary_search_by_key(&slot, |it| it.0).ok()?)?.1;
            let now = *walk.environment.get(slot as usize)?;
            Some((walk.terms.value(before)? as i32, walk.terms.value(now)? as i32))
        };
        let counters: SmallVec<[(u32, i32, i32); 2]> =
            slots.iter().filter_map(|&slot| begun(self, slot).map(|it| (slot, it.0, it.1))).collect();
        let path = self.path;
        self.path = start;
        for (counter, before, now) in counters {
            let Some(step) = now.checked_sub(before).filter(|it| *it != 0) else { continue };
            let unknown = self.terms.fresh(Scope::Dispatch, Support::UNIFORM);
            self.forget(slots.iter().copied(), Scope::Invocation);
            self.set_slot(counter, unknown);
            frame.targets.push(TargetKind::Loop.target(self.path, Scope::Dispatch));
            self.block(frame, it.header);
            let condition = self.scalar(frame, test.condition);
            if let Some(last) = self.last_value(condition, unknown, now, step) {
                let last = self.terms.constant(last as u32);
                self.set_slot(counter, last);
                self.block(frame, it.header);
                self.block(frame, it.body);
            }
            frame.targets.pop();
            break;
        }
        self.path = path;
    }

    /// The last number for which a condition on a counter holds, which is `now` and changes by `step` in each round.
    fn last_value(&self, condition: Term, counter: Term, now: i32, step: i32) -> Option<i32> {
        let (condition, holds) = match self.terms.not_of(condition) {
            Some(opposite) => (opposite, false),
            None => (condition, true),
        };
        let Node::Operation(Operation::LessSigned | Operation::LessUnsigned, a, b) = self.terms.node(condition) else {
            return None;
        };
        let value = |it| self.terms.value(it).map(|it| i64::from(it as i32));
        // The first number that is beyond.
        let end = match (a == counter, holds) {
            (true, true) if step > 0 => value(b)?,
            (true, false) if step < 0 => value(b)? - 1,
            (false, true) if b == counter && step < 0 => value(a)?,
            (false, false) if b == counter && step > 0 => value(a)? + 1,
            _ => return None,
        };
        let (now, step) = (i64::from(now), i64::from(step));
        // The next round may be the last, if there is one.
        let is_left = (end - now) * step.signum() > 0;
        let rounds = (end - now - step.signum()) / step;
        i32::try_from(now + rounds * step).ok().filter(|_| is_left)
    }

    /// Whether the next round asks what this one did, if this one changed nothing: the question is asked once more. What is not
    /// followed, as floats and what calls find, may differ each time.
    fn asks_the_same(&mut self, frame: &mut Frame<'m>, it: &'m Loop, asks_memory: bool) -> bool {
        let Some(test) = it.condition.as_ref().or(it.repeat_if.as_ref()) else { return false };
        let question = self.scalar(frame, test.condition);
        if self.terms.value(question).is_some() {
            return true;
        }
        if asks_memory || it.condition.is_none() {
            return false;
        }
        let path = self.path;
        self.block(frame, it.header);
        self.path = path;
        self.scalar(frame, test.condition) == question
    }

    /// Whether all variables hold what they did.
    fn is_unchanged_since(&self, mark: usize) -> bool {
        let holds = |&(slot, before): &(u32, Term)| self.environment.get(slot as usize) == Some(&before);
        let journal = self.journal.get(mark..).unwrap_or_default();
        if !journal.iter().take(1).all(holds) {
            return false;
        }
        // What each held at first. The sort keeps the order of equal slots.
        let mut first: SmallVec<[(u32, Term); 8]> = journal.into();
        first.sort_by_key(|it| it.0);
        first.dedup_by_key(|it| it.0);
        first.iter().all(holds)
    }

    /// A loop whose rounds are all the same.
    fn never_ends(&mut self, frame: &Frame<'m>, it: &Loop) {
        let Some(test) = it.condition.as_ref().or(it.repeat_if.as_ref()) else { return };
        let span = frame.function.values.get_span(test.condition);
        let is_constant =
            frame.function.values.try_get(test.condition).is_ok_and(|it| matches!(it.kind, ValueKind::Constant(_)));
        if is_constant || !span.is_defined() {
            return;
        }
        self.findings.push(Tier::Certain, rounds_are_alike(span));
    }

    /// Goes on in the block that runs between rounds.
    fn continuing(&mut self, frame: &mut Frame<'m>, it: &'m Loop, start: Term) {
        let Some(target) = frame.targets.last() else { return };
        let (continued, broke, scope) = (target.continued, target.broke, target.scope);
        if continued {
            if broke || self.path != Terms::FALSE && self.path != start {
                self.blur_path(start, scope);
            } else {
                self.path = start;
            }
            let slots = self.stored_in(frame, it);
            self.forget(slots, scope);
        }
        if self.path != Terms::FALSE {
            self.block(frame, it.continuing);
        }
    }

    /// Whether a test certainly ends the loop.
    fn test(&mut self, frame: &mut Frame<'m>, test: Option<&LoopTest>, exact: &mut bool, scope: &mut Scope) -> bool {
        let Some(test) = test else { return false };
        let condition = self.scalar(frame, test.condition);
        match self.terms.value(condition) {
            Some(value) => value == 0,
            None => {
                *exact = false;
                *scope = (*scope).min(self.terms.scope(condition));
                let span = frame.function.values.get_span(test.condition);
                self.cause(condition, span);
                self.path = self.terms.both(self.path, condition);
                false
            }
        }
    }

    /// The slots that a loop may store to.
    fn stored_in(&mut self, frame: &Frame<'m>, it: &Loop) -> SmallVec<[u32; 16]> {
        let mut slots: SmallVec<[u32; 16]> = SmallVec::new();
        let Some(scan) = self.functions.get(frame.handle) else { return slots };
        let Some(scanned) = scan.of_loop(it) else { return slots };
        let mut add = |it: Slots| match it.count {
            1 => slots.push(it.first),
            count => slots.extend(it.first..it.first + count),
        };
        for store in scan.stores_in(scanned) {
            match store.root {
                Root::Local(local) => frame.locals.get(local.index()).copied().into_iter().for_each(&mut add),
                Root::Parameter(index) => {
                    if let Some(Bound::Variable(variable)) = frame.parameters.get(index as usize) {
                        add(*variable);
                    }
                }
                Root::Global(_) if scanned.calls => {}
                Root::Global(global) => self.privates.get(&global).copied().into_iter().for_each(&mut add),
            }
        }
        if scanned.calls {
            self.privates.values().copied().for_each(add);
        }
        slots.sort_unstable();
        slots.dedup();
        slots
    }
}

#[cold]
fn rounds_are_alike(span: Span) -> Diagnostic {
    let message = "this is true in every round: what the loop does to its variables changes nothing";
    warning(Code::InfiniteLoop, span, message, "Vulkan: what a loop without end does to the device is undefined")
}
