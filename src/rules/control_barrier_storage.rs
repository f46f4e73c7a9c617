//! A control barrier that orders memory names the memory it orders.
//!
//! GL_KHR_memory_scope_semantics, Scope and Semantics: if controlBarrier uses non-zero semantics, then it must not use
//! storage class semantics of zero; VUID-StandaloneSpirv-MemorySemantics-10870

use super::call::{Call, Findings, Operation, Semantics};
use super::messages::names_no_memory;
use super::symbols;
use super::{Check, Rule, shader};
use crate::diagnostics::{Code, Diagnostic};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::ControlBarrierStorage,
    citation: "GL_KHR_memory_scope_semantics, Scope and Semantics: if controlBarrier uses non-zero semantics, then it must not use storage class semantics of zero; VUID-StandaloneSpirv-MemorySemantics-10870",
    explanation: "A control barrier without order and storage only waits. With an order, it must name the memory.",
    bad: shader!(
        "controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsAcquireRelease);"
    ),
    good: shader!(
        "controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);"
    ),
    check: Check::Call(check),
};

fn check(call: &Call<'_>, findings: &mut Findings) {
    for given in &call.semantics {
        let (Some(memory), Some(order)) = (findings.value(&given.storage), findings.value(&given.order)) else {
            continue;
        };
        if matches!(call.operation, Operation::ControlBarrier | Operation::Arrive | Operation::Wait)
            && memory == 0
            && order & !symbols::VOLATILE != 0
        {
            findings.error(&given.storage, no_memory(call, given, order));
        }
    }
}

#[cold]
fn no_memory(call: &Call<'_>, given: &Semantics, order: u32) -> Diagnostic {
    names_no_memory(&RULE, call, given, order, "but the operation has an order")
        .with_help("name the memory, or use `gl_SemanticsRelaxed` to wait only")
}
