//! Dead functions: what nothing calls.
//!
//! Comes in: a module. Goes out: the module with only the functions that its entry point reaches, in their order. Must not
//! depend on: other passes. Files that many shaders include are full of functions that most of them never call, and each
//! later pass would look at all of them.

use crate::hir::{Arena, Argument, Function, Handle, Module, ValueKind};

pub(super) fn run(module: &mut Module) {
    let mut is_reachable = vec![false; module.functions.len()];
    for function in module.reachable_functions() {
        if let Some(slot) = is_reachable.get_mut(function.index()) {
            *slot = true;
        }
    }
    if !is_reachable.contains(&false) {
        return;
    }
    let mut kept = Arena::new();
    let mut renamed: Vec<Option<Handle<Function>>> = Vec::with_capacity(is_reachable.len());
    let handles: Vec<_> = module.functions.iter().map(|(handle, _)| handle).collect();
    for (handle, is_reachable) in handles.into_iter().zip(is_reachable) {
        renamed.push(is_reachable.then(|| {
            let empty = Function::new(String::new(), module.functions.get_mut(handle).result);
            let span = module.functions.get_span(handle);
            kept.append(std::mem::replace(module.functions.get_mut(handle), empty), span)
        }));
    }
    let rename = |function: &mut Handle<Function>| match renamed.get(function.index()) {
        Some(&Some(new)) => {
            *function = new;
            true
        }
        _ => false,
    };
    for (_, function) in kept.iter_mut() {
        for (_, value) in function.values.iter_mut() {
            let is_named = match &mut value.kind {
                ValueKind::Call { function, .. } => rename(function),
                ValueKind::Builtin(call) => call.arguments.iter_mut().all(|argument| match argument {
                    Argument::Function(function) => rename(function),
                    _ => true,
                }),
                _ => true,
            };
            if !is_named {
                // No statement evaluates it any more.
                value.kind = ValueKind::BlockParameter;
            }
        }
    }
    rename(&mut module.entry_point.function);
    module.functions = kept;
}
