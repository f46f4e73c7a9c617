//! E13: an order applies to some memory.
//!
//! VUID-StandaloneSpirv-MemorySemantics-10870

use super::call::{Argument, Call, Findings, Semantics};
use super::symbols;
use super::{Check, Rule, shader};
use crate::diagnostics::{Code, Diagnostic};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::OrderWithoutStorage,
    citation: "VUID-StandaloneSpirv-MemorySemantics-10870",
    explanation: "An atomic operation that acquires or releases orders other accesses, so it must name their memory.",
    bad: shader!("atomicAdd(value, 1u, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsAcquireRelease);"),
    good: shader!("atomicAdd(value, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);"),
    check: Check::Call(check),
};

fn check(call: &Call<'_>, findings: &mut Findings) {
    for Semantics { storage, order } in &call.semantics {
        let (Some(memory), Some(value)) = (findings.value(storage), findings.value(order)) else { continue };
        if call.operation.is_atomic() && memory == 0 && value & symbols::ORDERS != 0 {
            findings.error(storage, names_no_memory(call, storage, order, value));
        }
    }
}

#[cold]
fn names_no_memory(call: &Call<'_>, storage: &Argument, order: &Argument, value: u32) -> Diagnostic {
    let message = format!("{} names no memory, but the operation has an order", call.describe(storage));
    Diagnostic::error(RULE.code, storage.span, message)
        .with_secondary(order.span, format!("the order is `{}`", symbols::semantics(value)))
        .with_note(RULE.citation)
        .with_help("name the memory whose accesses are ordered, or use `gl_SemanticsRelaxed`")
}
