//! E8: nothing is ordered in the scope of one invocation.
//!
//! VUID-StandaloneSpirv-None-04641

use super::call::{Argument, Call, Findings};
use super::symbols;
use super::{Check, Rule, shader};
use crate::diagnostics::{Code, Diagnostic};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::InvocationOrder,
    citation: "VUID-StandaloneSpirv-None-04641",
    explanation: "An invocation always sees its own accesses in program order.",
    bad: shader!("atomicAdd(value, 1u, gl_ScopeInvocation, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);"),
    good: shader!("atomicAdd(value, 1u, gl_ScopeSubgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);"),
    check: Check::Call(check),
};

fn check(call: &Call<'_>, findings: &mut Findings) {
    let Some(scope) = &call.scope else { return };
    if findings.value(scope) != Some(symbols::INVOCATION) {
        return;
    }
    for semantics in &call.semantics {
        let Some(value) = findings.value(&semantics.order) else { continue };
        if value & symbols::ORDERS != 0 {
            findings.error(scope, orders_one_invocation(call, scope, &semantics.order, value));
        }
    }
}

#[cold]
fn orders_one_invocation(call: &Call<'_>, scope: &Argument, order: &Argument, value: u32) -> Diagnostic {
    let message = format!("{} is one invocation, so nothing is ordered with others", call.describe(scope));
    Diagnostic::error(RULE.code, scope.span, message)
        .with_secondary(order.span, format!("the order is `{}`", symbols::semantics(value)))
        .with_note(RULE.citation)
        .with_help("use a wider scope, or `gl_SemanticsRelaxed`")
}
