//! E13: an order applies to some memory.
//!
//! VUID-StandaloneSpirv-MemorySemantics-10870

use super::call::{Call, Findings, Semantics};
use super::messages::names_no_memory;
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
    for given in &call.semantics {
        let (Some(memory), Some(order)) = (findings.value(&given.storage), findings.value(&given.order)) else {
            continue;
        };
        if call.operation.is_atomic() && memory == 0 && order & symbols::ORDERS != 0 {
            findings.error(&given.storage, no_memory(call, given, order));
        }
    }
}

#[cold]
fn no_memory(call: &Call<'_>, given: &Semantics, order: u32) -> Diagnostic {
    names_no_memory(&RULE, call, given, order, "but the operation has an order")
        .with_help("name the memory whose accesses are ordered, or use `gl_SemanticsRelaxed`")
}
