//! At most one of acquire, release and acquire-release.
//!
//! GL_KHR_memory_scope_semantics, Scope and Semantics; VUID-StandaloneSpirv-MemorySemantics-10865

use super::call::{Argument, Call, Findings};
use super::symbols;
use super::{Check, Rule, shader};
use crate::diagnostics::{Code, Diagnostic};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::SeveralOrders,
    citation: "GL_KHR_memory_scope_semantics, Scope and Semantics; VUID-StandaloneSpirv-MemorySemantics-10865",
    explanation: "Acquire and release together are a value of their own, `gl_SemanticsAcquireRelease`.",
    bad: shader!(
        "atomicAdd(value, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsRelease);"
    ),
    good: shader!("atomicAdd(value, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);"),
    check: Check::Call(check),
};

fn check(call: &Call<'_>, findings: &mut Findings) {
    for semantics in &call.semantics {
        let Some(value) = findings.value(&semantics.order) else { continue };
        if (value & symbols::ORDERS).count_ones() > 1 {
            findings.error(&semantics.order, has_several_orders(call, &semantics.order, value));
        }
    }
}

#[cold]
fn has_several_orders(call: &Call<'_>, order: &Argument, value: u32) -> Diagnostic {
    let message = format!("{} has more than one order", call.describe(order));
    Diagnostic::error(RULE.code, order.span, message)
        .with_label(format!("this is `{}`", symbols::semantics(value)))
        .with_note(RULE.citation)
        .with_help("`gl_SemanticsAcquireRelease` alone does both")
}
