//! What runs: the statements that the entry point can reach.
//!
//! Comes in: a module. Goes out: its live values and stores, function by function, and its live [calls](LiveCalls), found
//! once for all rules. Must not depend on: rules.

use super::call::Call;
use crate::hir::{Function, Handle, Module, Place, Span, Statement, Value, ValueKind};
use smallvec::{SmallVec, smallvec};

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
    let mut functions: SmallVec<[_; 8]> = smallvec![module.entry_point.function];
    let mut seen = vec![false; module.functions.len()];
    let mut blocks: SmallVec<[_; 16]> = SmallVec::new();
    while let Some(handle) = functions.pop() {
        if seen.get_mut(handle.index()).is_none_or(|it| std::mem::replace(it, true)) {
            continue;
        }
        let Ok(function) = module.functions.try_get(handle) else { continue };
        blocks.push(function.body);
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

/// The atomic operations and barriers that can run.
#[derive(Debug, Default)]
pub struct LiveCalls<'m>(Vec<Call<'m>>);

impl<'m> LiveCalls<'m> {
    /// Those of a module.
    #[must_use]
    pub fn of(module: &'m Module) -> Self {
        let mut calls = Vec::new();
        // Most shaders have none, so live code need not be determined.
        if has_calls(module) {
            visit(module, |function, event, span| {
                if let Event::Value(value) = event
                    && let Ok(Value { kind: ValueKind::Builtin(builtin), .. }) = function.values.try_get(value)
                {
                    calls.extend(Call::new(module, function, builtin, span));
                }
            });
        }
        Self(calls)
    }

    /// Each of them.
    pub(super) fn iter(&self) -> std::slice::Iter<'_, Call<'m>> {
        self.0.iter()
    }
}

/// Whether there are any atomic operations or barriers, live or not.
fn has_calls(module: &Module) -> bool {
    let concerns = |value: &Value| matches!(&value.kind, ValueKind::Builtin(builtin) if Call::concerns(builtin));
    module.functions.iter().any(|(_, function)| function.values.iter().any(|(_, value)| concerns(value)))
}
