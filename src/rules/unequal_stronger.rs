//! E16: a compare-and-swap that does not swap is not ordered more strongly than one that does.
//!
//! VUID-StandaloneSpirv-UnequalMemorySemantics-10876

use super::call::{Call, Findings, Semantics};
use super::symbols;
use super::{Check, Rule, shader};
use crate::diagnostics::{Code, Diagnostic};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::UnequalStronger,
    citation: "VUID-StandaloneSpirv-UnequalMemorySemantics-10876",
    explanation: "Whether the operation acquires is decided before the comparison.",
    bad: shader!(
        "atomicCompSwap(value, 1u, 2u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease, gl_StorageSemanticsBuffer, gl_SemanticsAcquire);"
    ),
    good: shader!(
        "atomicCompSwap(value, 1u, 2u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease, gl_StorageSemanticsBuffer, gl_SemanticsAcquire);"
    ),
    check: Check::Call(check),
};

fn check(call: &Call<'_>, findings: &mut Findings) {
    let [equal, unequal] = call.semantics.as_slice() else { return };
    let (Some(first), Some(second)) = (findings.value(&equal.order), findings.value(&unequal.order)) else {
        return;
    };
    if second & symbols::ACQUIRE != 0 && first & (symbols::ACQUIRE | symbols::ACQUIRE_RELEASE) == 0 {
        findings.error(&unequal.order, acquires_if_unequal(call, equal, unequal, first));
    }
}

#[cold]
fn acquires_if_unequal(call: &Call<'_>, equal: &Semantics, unequal: &Semantics, first: u32) -> Diagnostic {
    let message = format!("{} acquires, but `{}` does not", call.describe(&unequal.order), equal.order.name);
    Diagnostic::error(RULE.code, unequal.order.span, message)
        .with_secondary(equal.order.span, format!("when they are equal: `{}`", symbols::semantics(first)))
        .with_note(RULE.citation)
        .with_help("acquire in both, or be relaxed when the values differ")
}
