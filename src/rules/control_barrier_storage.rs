//! A control barrier that orders memory names the memory it orders.
//!
//! GL_KHR_memory_scope_semantics, Scope and Semantics: if controlBarrier uses non-zero semantics, then it must not use
//! storage class semantics of zero; VUID-StandaloneSpirv-MemorySemantics-10870

use super::call::{Argument, Call, Findings, Operation, Semantics};
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
    for Semantics { storage, order } in &call.semantics {
        let (Some(memory), Some(value)) = (findings.value(storage), findings.value(order)) else { continue };
        if matches!(call.operation, Operation::ControlBarrier | Operation::Arrive | Operation::Wait)
            && memory == 0
            && value & !symbols::VOLATILE != 0
        {
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
        .with_help("name the memory, or use `gl_SemanticsRelaxed` to wait only")
}
