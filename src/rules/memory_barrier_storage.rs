//! A memory barrier names the memory it orders.
//!
//! GL_KHR_memory_scope_semantics, Scope and Semantics: memoryBarrier must not use storage class semantics of zero

use super::call::{Argument, Call, Findings, Operation, Semantics};
use super::symbols;
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
    for Semantics { storage, order } in &call.semantics {
        let (Some(memory), Some(value)) = (findings.value(storage), findings.value(order)) else { continue };
        if call.operation == Operation::MemoryBarrier && memory == 0 {
            findings.error(storage, names_no_memory(call, storage, order, value));
        }
    }
}

#[cold]
fn names_no_memory(call: &Call<'_>, storage: &Argument, order: &Argument, value: u32) -> Diagnostic {
    let message = format!("{} names no memory, so the barrier orders nothing", call.describe(storage));
    Diagnostic::error(RULE.code, storage.span, message)
        .with_secondary(order.span, format!("the order is `{}`", symbols::semantics(value)))
        .with_note(RULE.citation)
        .with_help("name what other invocations read or write: `gl_StorageSemanticsBuffer`, `gl_StorageSemanticsShared`, `gl_StorageSemanticsImage`")
}
