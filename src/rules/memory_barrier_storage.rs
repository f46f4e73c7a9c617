//! A memory barrier names the memory it orders.
//!
//! GL_KHR_memory_scope_semantics, Scope and Semantics: memoryBarrier must not use storage class semantics of zero

use super::call::{Call, Findings, Operation, Semantics};
use super::messages::names_no_memory;
use super::{Check, Rule, shader};
use crate::diagnostics::{Code, Diagnostic};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::MemoryBarrierStorage,
    citation: "GL_KHR_memory_scope_semantics, Scope and Semantics: memoryBarrier must not use storage class semantics of zero",
    explanation: "Without storage the barrier orders nothing.",
    bad: shader!("memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsAcquireRelease);"),
    good: shader!("memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);"),
    check: Check::Call(check),
};

fn check(call: &Call<'_>, findings: &mut Findings) {
    for given in &call.semantics {
        let (Some(memory), Some(order)) = (findings.value(&given.storage), findings.value(&given.order)) else {
            continue;
        };
        if call.operation == Operation::MemoryBarrier && memory == 0 {
            findings.error(&given.storage, no_memory(call, given, order));
        }
    }
}

#[cold]
fn no_memory(call: &Call<'_>, given: &Semantics, order: u32) -> Diagnostic {
    names_no_memory(&RULE, call, given, order, "so the barrier orders nothing")
        .with_help("name what other invocations read or write: `gl_StorageSemanticsBuffer`, `gl_StorageSemanticsShared`, `gl_StorageSemanticsImage`")
}
