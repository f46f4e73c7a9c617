//! What runs: the statements that the entry point can reach.
//!
//! Comes in: a module. Goes out: its live values and stores, function by function. Must not depend on: rules.

use super::call::Call;
use crate::hir::{Function, Handle, Module, Place, Span, Statement, Value, ValueKind};
use rustc_hash::FxHashSet;

/// Something that happens in a function.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    /// A value is computed.
    Value(Handle<Value>),
    /// Memory is written.
    Store(Handle<Place>),
}

/// Calls `visit` with every event that can happen, each once.
pub(super) fn visit<'m>(module: &'m Module, mut visit: impl FnMut(&'m Function, Event, Span)) {
    let mut functions = vec![module.entry_point.function];
    let mut seen = FxHashSet::default();
    while let Some(handle) = functions.pop() {
        if !seen.insert(handle) {
            continue;
        }
        let Ok(function) = module.functions.try_get(handle) else { continue };
        let mut blocks = vec![function.body];
        while let Some(block) = blocks.pop() {
            let Ok(block) = function.blocks.try_get(block) else { continue };
            for (statement, span) in &block.statements {
                match statement {
                    Statement::Evaluate(value) => {
                        if let Ok(value) = function.values.try_get(*value) {
                            functions.extend(value.kind.callees());
                        }
                        visit(function, Event::Value(*value), *span);
                    }
                    Statement::Store { place, .. } => visit(function, Event::Store(*place), *span),
                    other => blocks.extend(other.blocks()),
                }
            }
        }
    }
}

/// Whether there are any atomic operations or barriers, live or not. Most shaders have none, so live code need not be
/// determined.
pub(super) fn has_calls(module: &Module) -> bool {
    let concerns = |value: &Value| matches!(&value.kind, ValueKind::Builtin(builtin) if Call::concerns(builtin));
    module.functions.iter().any(|(_, function)| function.values.iter().any(|(_, value)| concerns(value)))
}

/// Calls `visit` with every atomic operation and barrier that can run.
pub(super) fn for_each_call(module: &Module, mut with: impl FnMut(Call<'_>)) {
    if !has_calls(module) {
        return;
    }
    visit(module, |function, event, span| {
        if let Event::Value(value) = event
            && let Ok(Value { kind: ValueKind::Builtin(builtin), .. }) = function.values.try_get(value)
            && let Some(call) = Call::new(module, function, builtin, span)
        {
            with(call);
        }
    });
}
