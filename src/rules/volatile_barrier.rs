//! A barrier is not volatile.
//!
//! GL_KHR_memory_scope_semantics, Scope and Semantics; VUID-StandaloneSpirv-MemorySemantics-10874

use super::call::{Argument, Call, Findings};
use super::symbols;
use super::{Check, Rule, shader};
use crate::diagnostics::{Code, Diagnostic};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::VolatileBarrier,
    citation: "GL_KHR_memory_scope_semantics, Scope and Semantics; VUID-StandaloneSpirv-MemorySemantics-10874",
    explanation: "Volatile is a property of an access. A barrier accesses nothing.",
    bad: shader!(
        "controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease | gl_SemanticsVolatile);"
    ),
    good: shader!(
        "controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);"
    ),
    check: Check::Call(check),
};

fn check(call: &Call<'_>, findings: &mut Findings) {
    for semantics in &call.semantics {
        let Some(value) = findings.value(&semantics.order) else { continue };
        if !call.operation.is_atomic() && value & symbols::VOLATILE != 0 {
            findings.error(&semantics.order, barrier_is_volatile(call, &semantics.order, value));
        }
    }
}

#[cold]
fn barrier_is_volatile(call: &Call<'_>, order: &Argument, value: u32) -> Diagnostic {
    let message = format!("{} is volatile, which a barrier cannot be", call.describe(order));
    Diagnostic::error(RULE.code, order.span, message)
        .with_label(format!("this is `{}`", symbols::semantics(value)))
        .with_note(RULE.citation)
        .with_help("remove `gl_SemanticsVolatile`; it is for atomic operations")
}
