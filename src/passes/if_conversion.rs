//! If-conversion: an `if` that only chooses between values that are cheap to compute becomes selections.
//!
//! Comes in: functions. Goes out: functions in which both arms of such an `if` are computed and one is selected. Must not
//! depend on: other passes.
//!
//! Only pure operations move ([`effects`]), and few of them; built-ins and functions may be slow and stay in their arm.

use super::effects::{self, Context, Summaries};
use super::rewrite::{self, Output, Rewrite};
use crate::hir::{Block, BranchHint, Function, Handle, Module, Span, Statement, Type, Value, ValueKind};

/// More statements or results than this in an arm are worth a branch.
const FEW: usize = 4;

pub(super) fn run(module: &mut Module) {
    let summaries = Summaries::of(module);
    let Module { types, constants, globals, functions, entry_point, .. } = module;
    let context = Context { types, constants, globals, stage: entry_point.stage, calls: &summaries };
    for (_, function) in functions.iter_mut() {
        rewrite::walk(function, &mut Conversion { context });
    }
}

struct Conversion<'a> {
    context: Context<'a>,
}

impl Conversion<'_> {
    /// What an arm passes, if nothing prevents computing it unconditionally.
    fn arm<'f>(&self, function: &'f Function, arm: Handle<Block>) -> Option<&'f [Handle<Value>]> {
        let statements = function.blocks.try_get(arm).ok()?.statements.as_slice();
        let ((Statement::Yield(passed), _), computed) = statements.split_last()? else { return None };
        let computed = || computed.iter().filter(|(it, _)| !matches!(it, Statement::Describe { .. }));
        let is_cheap = |(statement, _): &(Statement, Span)| {
            let Statement::Evaluate(value) = statement else { return false };
            let Ok(value) = function.values.try_get(*value) else { return false };
            !matches!(value.kind, ValueKind::Builtin(_) | ValueKind::Call { .. })
                && effects::of_value(self.context, function, value).may_speculate()
        };
        (computed().count() <= FEW && computed().all(is_cheap)).then_some(passed)
    }

    /// Whether a selection of this type is one instruction.
    fn is_selectable(&self, function: &Function, value: Handle<Value>) -> bool {
        let Ok(value) = function.values.try_get(value) else { return false };
        match *self.context.types.get(value.ty) {
            Type::Scalar(_) => true,
            Type::Vector(size, _) => size.listed().is_some(),
            _ => false,
        }
    }
}

impl Rewrite for Conversion<'_> {
    fn simple(&mut self, _function: &mut Function, statement: Statement, span: Span, out: &mut Output) {
        out.push((statement, span));
    }

    fn end(&mut self, function: &mut Function, statement: Statement, span: Span, out: &mut Output) {
        let Statement::If { condition, accept, reject, ref results, hint } = statement else {
            return out.push((statement, span));
        };
        let fits = hint != BranchHint::DontFlatten
            && (1..=FEW).contains(&results.len())
            && results.iter().all(|&result| self.is_selectable(function, result));
        let (Some(accepted), Some(rejected), true) = (self.arm(function, accept), self.arm(function, reject), fits)
        else {
            return out.push((statement, span));
        };
        let selections: Vec<_> = accepted.iter().copied().zip(rejected.iter().copied()).collect();
        for arm in [accept, reject] {
            let mut statements = std::mem::take(&mut function.blocks.get_mut(arm).statements);
            statements.pop();
            // What variables hold in one arm only is not what they hold here.
            statements.retain(|(it, _)| !matches!(it, Statement::Describe { .. }));
            out.append(&mut statements);
        }
        for (&result, (accept, reject)) in results.iter().zip(selections) {
            function.values.get_mut(result).kind = ValueKind::Select { condition, accept, reject };
            out.push((Statement::Evaluate(result), span));
        }
    }
}
