//! Loops of the walk: which rounds are walked, and what is known behind them.
//!
//! Comes in: a loop. Goes out: the variables and the path behind it. Must not depend on: what a lint makes of it, but for loops
//! without end.

use super::catalog::Tier;
use super::finding::warning;
use super::scan::Root;
use super::term::{Scope, Term, Terms};
use super::walk::{Bound, Frame, Slots, TargetKind, Walk};
use crate::diagnostics::Code;
use crate::hir::{Loop, LoopTest, ValueKind};
use smallvec::SmallVec;

/// Rounds of loops that are walked where everything is constant.
const MOST_ROUNDS: u32 = 64;

impl<'m> Walk<'m> {
    /// `Statement::Loop`
    pub(super) fn repeat(&mut self, frame: &mut Frame<'m>, it: &'m Loop) {
        let before = self.path;
        let (returns, ends) = (frame.returns, self.ends);
        let extent = self.functions.get(frame.handle).and_then(|scan| scan.of_loop(it));
        let atomics = extent.is_none_or(|it| it.atomics);
        if atomics {
            self.check_spin(frame, it);
        }
        for parameter in it.parameters.iter() {
            let leaves = self.leaves(frame, parameter.initial);
            if let Some(place) = frame.values.get_mut(parameter.value.index()) {
                *place = Some(leaves);
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
                        *place = Some(leaves);
                    }
                }
            }
        }
    }

    /// Walks the rounds. If every jump was certain, so that what is known now is so behind the loop, the path there; else the
    /// scope of the conditions that end it.
    fn rounds(&mut self, frame: &mut Frame<'m>, it: &'m Loop) -> Result<Term, Scope> {
        let extent = self.functions.get(frame.handle).and_then(|scan| scan.of_loop(it));
        let (size, interesting) = extent.map_or((usize::MAX, false), |it| (it.size, it.interesting));
        // What only reads in a round meets nobody in the next whom it did not meet in the first, as far as is known.
        let changes = extent.is_some_and(|it| it.effects || it.writes);
        let mut scope = Scope::Dispatch;
        let mut exact = it.parameters.is_empty() && it.results.is_empty();
        let mut spent = 0;
        for round in 0.. {
            frame.targets.push(TargetKind::Loop.target(self.path, Scope::Dispatch));
            let start = self.path;
            let (mark, returns, ends) = (self.journal.len(), frame.returns, self.ends);
            self.block(frame, it.header);
            let ended = self.test(frame, it.condition.as_ref(), &mut exact, &mut scope);
            if !ended {
                self.block(frame, it.body);
                self.continuing(frame, it, start);
            }
            let ended =
                ended || self.path == Terms::FALSE || self.test(frame, it.repeat_if.as_ref(), &mut exact, &mut scope);
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
            if exact && !left && !broke && self.is_unchanged_since(mark) {
                self.never_ends(frame, it);
                return Err(scope);
            }
            let enough = if exact { MOST_ROUNDS } else { 1 + u32::from(changes) };
            // A loop of many rounds leaves enough for those around it.
            if round > 0 {
                spent += size;
            }
            if !interesting || round + 1 >= enough || self.spare < size || spent > self.spare {
                return Err(scope);
            }
            self.spare -= size;
        }
        Err(scope)
    }

    /// Whether all variables hold what they did.
    fn is_unchanged_since(&self, mark: usize) -> bool {
        let mut seen: SmallVec<[u32; 8]> = SmallVec::new();
        self.journal.get(mark..).unwrap_or_default().iter().all(|&(slot, before)| {
            let is_first = !seen.contains(&slot);
            seen.push(slot);
            !is_first || self.environment.get(slot as usize) == Some(&before)
        })
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
        let rule = "Vulkan: what a loop without end does to the device is undefined";
        let message = "this is true in every round: what the loop does to its variables changes nothing";
        self.findings.push(Tier::Certain, warning(Code::InfiniteLoop, span, message, rule));
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
    fn stored_in(&mut self, frame: &Frame<'m>, it: &Loop) -> Vec<u32> {
        let Some(scan) = self.functions.get(frame.handle) else { return Vec::new() };
        let Some(extent) = scan.of_loop(it) else { return Vec::new() };
        let mut slots = Vec::new();
        let mut add = |it: Slots| slots.extend(it.first..it.first + it.count);
        for root in scan.stored_in(extent) {
            match *root {
                Root::Local(local) => frame.locals.get(local.index()).copied().into_iter().for_each(&mut add),
                Root::Parameter(index) => {
                    if let Some(Bound::Variable(variable)) = frame.parameters.get(index as usize) {
                        add(*variable);
                    }
                }
                Root::Global(_) if extent.calls => {}
                Root::Global(global) => self.privates.get(&global).copied().into_iter().for_each(&mut add),
            }
        }
        if extent.calls {
            self.privates.values().copied().for_each(add);
        }
        slots.sort_unstable();
        slots.dedup();
        slots
    }
}
