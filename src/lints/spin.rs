//! Lint: a spin lock that several invocations of a subgroup take.
//!
//! Comes in: a loop, and the path of the walk. Goes out: findings. Must not depend on: how the walk gets there.
//!
//! Invocations of a subgroup need not make progress on their own. The one that has the lock may wait behind the loop for the
//! others, which wait for the lock.

use super::catalog::Tier;
use super::finding::warning;
use super::flow::mask;
use super::operation::{Class, class};
use super::scan::for_each_statement;
use super::term::{Scope, Source, Support, Term};
use super::walk::{Frame, Walk};
use crate::builtins::vocabulary::{BuiltIn, Op};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{
    Argument, BinaryOperation, BuiltinCall, Function, GlobalVariable, Handle, Loop, Place, PlaceRoot, PlaceStep, Span,
    Statement, Value, ValueKind,
};

/// The lock of a loop: where it is asked for.
struct Lock<'m> {
    variable: Handle<GlobalVariable>,
    place: &'m Place,
    name: &'static str,
    span: Span,
}

impl<'m> Walk<'m> {
    /// Whether several invocations of a subgroup wait for a lock that is released behind the loop.
    pub(super) fn check_spin(&mut self, frame: &Frame<'m>, it: &'m Loop) {
        self.check_order(frame, it);
        let Some(lock) = lock(frame.function, it) else { return };
        if self.functions.writes(lock.variable) < 2 {
            return;
        }
        let mut tier = Tier::Certain;
        for step in &lock.place.steps {
            let PlaceStep::Index(index) = *step else { continue };
            let index = self.scalar(frame, index);
            if self.terms.scope(index) < Scope::Subgroup {
                // Each invocation may have a lock of its own.
                tier = Tier::Depends;
            }
        }
        let path = self.whole_path();
        let conditions = self.terms.conjuncts(path);
        let narrow: Vec<Term> = conditions.into_iter().filter(|&it| self.terms.scope(it) < Scope::Workgroup).collect();
        let elected = self.terms.source(Source::Elected);
        if narrow.contains(&elected) {
            return;
        }
        let terms = &self.terms;
        match self.group.as_mut().and_then(|group| mask(group, terms, &narrow)) {
            Some(mask) if mask.iter().filter(|it| **it).count() <= 1 => return,
            Some(_) => {}
            None if narrow.is_empty() => {}
            None => {
                let alone = self.subgroups.get().iter_mut().all(|subgroup| {
                    mask(subgroup, terms, &narrow).is_some_and(|it| it.iter().filter(|it| **it).count() <= 1)
                });
                if alone {
                    return;
                }
                tier = Tier::Depends;
            }
        }
        self.findings.push(tier, subgroup_waits_for_lock(&lock));
    }
}

impl<'m> Walk<'m> {
    /// Whether a loop waits for what another workgroup sets, which may not have started.
    fn check_order(&mut self, frame: &Frame<'m>, it: &'m Loop) {
        if is_bounded(frame.function, it) {
            return;
        }
        let function = frame.function;
        let counts_groups = self.asks_for_all(function, it);
        let mut found: Vec<(&Place, Span)> = Vec::new();
        let mut retried: Vec<PlaceRoot> = Vec::new();
        for_each_statement(function, &[it.header, it.body, it.continuing], |statement| {
            let Statement::Evaluate(handle) = statement else { return };
            let Ok(Value { kind: ValueKind::Builtin(call), .. }) = function.values.try_get(*handle) else { return };
            if class(call) != Class::Atomic {
                return;
            }
            let exchanges = call.prototype.opcodes(call.instance).any(|it| it == Op::AtomicCompareExchange);
            let is_retry = exchanges && !takes(function, call);
            let places = call.arguments.iter().filter_map(|it| match *it {
                Argument::Place(place) => function.places.try_get(place).ok(),
                _ => None,
            });
            for place in places {
                found.push((place, function.values.get_span(*handle)));
                retried.extend(is_retry.then_some(place.root));
            }
        });
        // If an exchange of what was read fails, another one succeeded: nobody waits.
        found.retain(|it| !retried.contains(&it.0.root));
        for (place, span) in found {
            let by_group = place.steps.iter().any(|step| {
                let PlaceStep::Index(index) = *step else { return false };
                // The index may be computed in the loop: what it is made of says where it comes from.
                self.is_by_group(frame, index, 0)
            });
            if !by_group && !counts_groups {
                continue;
            }
            self.findings.push(Tier::Taste, waits_for_workgroup(span, by_group));
        }
    }

    /// Whether a loop asks for the number of workgroups: it waits for all of them.
    fn asks_for_all(&self, function: &Function, it: &Loop) -> bool {
        let mut found = false;
        for_each_statement(function, &[it.header, it.body, it.continuing], |statement| {
            let Statement::Evaluate(handle) = statement else { return };
            let Ok(Value { kind: ValueKind::Load(place), .. }) = function.values.try_get(*handle) else { return };
            let Ok(PlaceRoot::Global(global)) = function.places.try_get(*place).map(|it| it.root) else { return };
            let builtin = self.module.globals.try_get(global).ok().and_then(|it| it.builtin);
            found |= builtin.is_some_and(|it| it.builtin == BuiltIn::NumWorkgroups);
        });
        found
    }

    /// Whether a value is made of the number of the workgroup.
    fn is_by_group(&mut self, frame: &Frame<'m>, value: Handle<Value>, depth: u32) -> bool {
        if let Some(leaves) = frame.values.get(value.index())
            && !leaves.is_empty()
        {
            let support = self.support_of(leaves);
            return support.has(Support::GROUP) && !support.has(Support::COMPUTED);
        }
        let Ok(it) = frame.function.values.try_get(value) else { return false };
        if depth > 8 {
            return false;
        }
        if let ValueKind::Load(place) = it.kind {
            let Ok(place) = frame.function.places.try_get(place) else { return false };
            if let PlaceRoot::Global(global) = place.root {
                let global = self.module.globals.try_get(global).ok();
                return global.and_then(|it| it.builtin).is_some_and(|it| it.builtin == BuiltIn::WorkgroupId);
            }
            let PlaceRoot::Local(local) = place.root else { return false };
            let Some(&slots) = frame.locals.get(local.index()) else { return false };
            let leaves = self.read_slots(slots);
            let support = self.support_of(&leaves);
            return support.has(Support::GROUP) && !support.has(Support::COMPUTED);
        }
        let mut operands = Vec::new();
        it.kind.for_each_operand(|operand| {
            if let Argument::Value(value) = operand {
                operands.push(value);
            }
        });
        operands.into_iter().any(|it| self.is_by_group(frame, it, depth + 1))
    }
}

/// What a loop waits for: the one atomic operation that sets a variable to a constant, with no end but its success.
fn lock<'m>(function: &'m Function, it: &Loop) -> Option<Lock<'m>> {
    if is_bounded(function, it) {
        return None;
    }
    let mut locks = Vec::new();
    let mut others = Vec::new();
    for_each_statement(function, &[it.header, it.body, it.continuing], |statement| match statement {
        Statement::Evaluate(handle) => {
            let Ok(Value { kind: ValueKind::Builtin(call), .. }) = function.values.try_get(*handle) else { return };
            for argument in &call.arguments {
                let Argument::Place(place) = *argument else { continue };
                let Ok(place) = function.places.try_get(place) else { continue };
                let PlaceRoot::Global(variable) = place.root else { continue };
                if takes(function, call) {
                    let span = function.values.get_span(*handle);
                    locks.push(Lock { variable, place, name: call.function.name, span });
                } else {
                    others.push(variable);
                }
            }
        }
        Statement::Store { place, .. } => {
            if let Ok(place) = function.places.try_get(*place)
                && let PlaceRoot::Global(variable) = place.root
            {
                others.push(variable);
            }
        }
        _ => {}
    });
    let lock = locks.pop().filter(|_| locks.is_empty())?;
    (!others.contains(&lock.variable)).then_some(lock)
}

/// Whether a loop counts.
fn is_bounded(function: &Function, it: &Loop) -> bool {
    let Some(test) = &it.condition else { return false };
    let Ok(ValueKind::Binary { operation, left, right }) = function.values.try_get(test.condition).map(|it| &it.kind)
    else {
        return false;
    };
    use BinaryOperation as B;
    let asks =
        |it: &Handle<Value>| function.values.try_get(*it).is_ok_and(|it| matches!(it.kind, ValueKind::Builtin(_)));
    matches!(operation, B::Less | B::LessEqual | B::Greater | B::GreaterEqual) && !asks(left) && !asks(right)
}

/// Whether a loop may be waiting for other invocations: for a lock, or for a flag.
pub(super) fn waits(function: &Function, it: &Loop) -> bool {
    let mut found = false;
    for_each_statement(function, &[it.header, it.body, it.continuing], |statement| {
        if let Statement::Evaluate(handle) = statement
            && let Ok(Value { kind: ValueKind::Builtin(call), .. }) = function.values.try_get(*handle)
        {
            found |= class(call) == Class::Atomic;
        }
    });
    found && !is_bounded(function, it)
}

/// Whether a call is an exchange with constants.
fn takes(function: &Function, call: &BuiltinCall) -> bool {
    let exchanges =
        call.prototype.opcodes(call.instance).any(|op| matches!(op, Op::AtomicCompareExchange | Op::AtomicExchange));
    exchanges
        && call.arguments.iter().all(|argument| match *argument {
            Argument::Value(value) => {
                function.values.try_get(value).is_ok_and(|it| matches!(it.kind, ValueKind::Constant(_)))
            }
            _ => true,
        })
}

#[cold]
fn subgroup_waits_for_lock(lock: &Lock<'_>) -> Diagnostic {
    let message = "several invocations of a subgroup wait for this lock, and the one that has it may wait for them";
    let rule = "Vulkan: invocations of a subgroup need not make progress on their own";
    warning(Code::SpinLockInSubgroup, lock.span, message, rule)
        .with_label(format!("`{}` until the lock is free; it is released after the loop", lock.name))
        .with_help("release the lock inside the loop, or let one invocation of the subgroup take it")
}

#[cold]
fn waits_for_workgroup(span: Span, by_group: bool) -> Diagnostic {
    let message = "this waits for another workgroup, which may start only when this one has ended";
    let label = if by_group { "the place depends on `gl_WorkGroupID`" } else { "this waits for all workgroups" };
    warning(Code::SpinOrder, span, message, "Vulkan: workgroups start in any order")
        .with_label(label)
        .with_help("take a number from an atomic counter, and wait for smaller ones only")
}
