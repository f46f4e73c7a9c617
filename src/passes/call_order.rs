//! The order of calls: each function after those that it calls.
//!
//! Comes in: functions, and the one that the pipeline runs. Goes out: those that it reaches, itself last. Must not depend
//! on: any pass. There is no recursion (`hir`).

use crate::hir::{Arena, Function, Handle};

pub(super) fn callees_first(functions: &Arena<Function>, entry: Handle<Function>) -> Vec<Handle<Function>> {
    let callees = |function: Handle<Function>| -> Vec<Handle<Function>> {
        let Ok(function) = functions.try_get(function) else { return Vec::new() };
        function.values.iter().flat_map(|(_, value)| value.kind.callees()).collect()
    };
    let mut is_seen = vec![false; functions.len()];
    let mut open = vec![(entry, callees(entry))];
    let mut order = Vec::new();
    while let Some((function, rest)) = open.last_mut() {
        match rest.pop() {
            Some(callee) => {
                if let Some(seen) = is_seen.get_mut(callee.index()).filter(|seen| !**seen) {
                    *seen = true;
                    open.push((callee, callees(callee)));
                }
            }
            None => {
                order.push(*function);
                open.pop();
            }
        }
    }
    order
}
