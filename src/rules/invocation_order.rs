//! E8: nothing is ordered in the scope of one invocation.
//!
//! VUID-StandaloneSpirv-None-04641

use super::call::{Call, Findings};
use super::symbols;
use super::{Check, Rule, shader};
use crate::diagnostics::Code;

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
            let message = format!("{} is one invocation, so nothing is ordered with others", call.describe(scope));
            findings.error(RULE.code, scope, message, |it| {
                it.with_secondary(semantics.order.span, format!("the order is `{}`", symbols::semantics(value)))
                    .with_note(RULE.citation)
                    .with_help("use a wider scope, or `gl_SemanticsRelaxed`")
            });
        }
    }
}
