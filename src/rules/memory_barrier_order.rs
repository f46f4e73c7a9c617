//! A memory barrier has an order.
//!
//! GL_KHR_memory_scope_semantics, Scope and Semantics; VUID-StandaloneSpirv-MemorySemantics-10869

use super::call::{Argument, Call, Findings, Operation};
use super::symbols;
use super::{Check, Rule, shader};
use crate::diagnostics::{Code, Diagnostic};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::MemoryBarrierOrder,
    citation: "GL_KHR_memory_scope_semantics, Scope and Semantics; VUID-StandaloneSpirv-MemorySemantics-10869",
    explanation: "Ordering is the only effect of a memory barrier.",
    bad: shader!("memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);"),
    good: shader!("memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);"),
    check: Check::Call(check),
};

fn check(call: &Call<'_>, findings: &mut Findings) {
    for semantics in &call.semantics {
        let Some(value) = findings.value(&semantics.order) else { continue };
        if call.operation == Operation::MemoryBarrier && value & symbols::ORDERS == 0 {
            findings.error(&semantics.order, barrier_has_no_order(call, &semantics.order, value));
        }
    }
}

#[cold]
fn barrier_has_no_order(call: &Call<'_>, order: &Argument, value: u32) -> Diagnostic {
    let message = format!("{} has no order, so the barrier does nothing", call.describe(order));
    Diagnostic::error(RULE.code, order.span, message)
        .with_label(format!("this is `{}`", symbols::semantics(value)))
        .with_note(RULE.citation)
        .with_help("add `gl_SemanticsAcquire`, `gl_SemanticsRelease` or `gl_SemanticsAcquireRelease`")
}
