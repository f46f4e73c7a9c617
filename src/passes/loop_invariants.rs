//! Loop invariants: what is the same in every iteration is computed before the loop.
//!
//! Comes in: functions. Goes out: functions in which pure computations ([`effects`]) stand outside the loops that none of
//! their operands depend on. Must not depend on: other passes.
//!
//! Such a value is then computed even if the loop never gets to it; only what may be computed anywhere moves. Loops that are to be
//! unrolled keep what could stand before them: their copies become one block, in which drivers compute it once anyway.
//! Moved, it would live through all of them, and NVIDIA's compiler takes up to ten times as long for 256 copies.

use super::effects::{self, Context, Summaries};
use super::rewrite::{self, Begin, Output, Rewrite};
use crate::hir::{Argument, Function, Handle, Module, Span, Statement, Type, Value};

pub(super) fn run(module: &mut Module) {
    let summaries = Summaries::of(module);
    let Module { types, constants, globals, functions, entry_point, .. } = module;
    let context = Context { types, constants, globals, stage: entry_point.stage, calls: &summaries };
    for (_, function) in functions.iter_mut() {
        let mut motion = Motion { context, depths: vec![0; function.values.len()], open: Vec::new() };
        rewrite::walk(function, &mut motion);
    }
}

struct Motion<'a> {
    context: Context<'a>,
    /// How many loops are around each value.
    depths: Vec<usize>,
    open: Vec<Open>,
}

/// A loop that is open.
struct Open {
    /// What moves to before it.
    before: Output,
    is_unrolled: bool,
}

impl Motion<'_> {
    fn set(&mut self, value: Handle<Value>, depth: usize) {
        if let Some(slot) = self.depths.get_mut(value.index()) {
            *slot = depth;
        }
    }

    fn depth(&self, value: Handle<Value>) -> usize {
        self.depths.get(value.index()).copied().unwrap_or(usize::MAX)
    }

    /// How many loops have to be around a computation.
    fn needed(&self, function: &Function, handle: Handle<Value>) -> usize {
        let here = self.open.len();
        let Ok(value) = function.values.try_get(handle) else { return here };
        // Many values that live through a loop cost more than they gain: aggregates stay.
        let is_small = matches!(self.context.types.get(value.ty), Type::Scalar(_) | Type::Vector(..));
        if !is_small
            || function.decorated.contains_key(&handle)
            || !effects::of_value(self.context, function, value).may_speculate()
        {
            return here;
        }
        let mut needed = 0;
        value.kind.for_each_operand(|operand| match operand {
            Argument::Value(value) => needed = needed.max(self.depth(value)),
            Argument::Place(place) => {
                let values = function.places.try_get(place).into_iter().flat_map(|place| place.values());
                needed = values.fold(needed, |needed, value| needed.max(self.depth(value)));
            }
            Argument::Function(_) => needed = here,
        });
        while self.open.get(needed).is_some_and(|it| it.is_unrolled) {
            needed += 1;
        }
        needed.min(here)
    }
}

impl Rewrite for Motion<'_> {
    fn simple(&mut self, function: &mut Function, statement: Statement, span: Span, out: &mut Output) {
        if let Statement::Evaluate(value) = statement {
            let needed = self.needed(function, value);
            self.set(value, needed);
            if let Some(outermost) = self.open.get_mut(needed) {
                return outermost.before.push((statement, span));
            }
        }
        out.push((statement, span));
    }

    fn begin(&mut self, _function: &mut Function, statement: &mut Statement) -> Begin {
        let here = self.open.len();
        match statement {
            Statement::Switch(switch) => {
                let parameters = switch.cases.iter().flat_map(|case| &case.parameters);
                parameters.for_each(|parameter| self.set(parameter.value, here));
            }
            Statement::Loop(it) => {
                it.parameters.iter().for_each(|parameter| self.set(parameter.value, here + 1));
                it.continue_parameters.iter().for_each(|&value| self.set(value, here + 1));
                self.open.push(Open { before: Output::new(), is_unrolled: it.hint.unrolls() });
            }
            _ => {}
        }
        Begin::Enter
    }

    fn end(&mut self, _function: &mut Function, statement: Statement, span: Span, out: &mut Output) {
        let results = match &statement {
            Statement::If { results, .. } => results,
            Statement::Switch(switch) => &switch.results,
            Statement::Loop(it) => {
                out.extend(self.open.pop().map(|it| it.before).unwrap_or_default());
                &it.results
            }
            _ => return out.push((statement, span)),
        };
        let here = self.open.len();
        results.iter().for_each(|&result| self.set(result, here));
        out.push((statement, span));
    }
}
