//! E16: a compare-and-swap that does not swap orders no more memory than one that does.
//!
//! VUID-StandaloneSpirv-UnequalMemorySemantics-10877

use super::call::{Call, Findings, Semantics};
use super::symbols;
use super::{Check, Rule, shader};
use crate::diagnostics::{Code, Diagnostic};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::UnequalStorage,
    citation: "VUID-StandaloneSpirv-UnequalMemorySemantics-10877",
    explanation: "The memory ordered when the values differ must be a subset of the memory ordered when they are equal.",
    bad: shader!(
        "atomicCompSwap(value, 1u, 2u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared, gl_SemanticsAcquire);"
    ),
    good: shader!(
        "atomicCompSwap(value, 1u, 2u, gl_ScopeDevice, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared, gl_SemanticsAcquire, gl_StorageSemanticsBuffer, gl_SemanticsAcquire);"
    ),
    check: Check::Call(check),
};

fn check(call: &Call<'_>, findings: &mut Findings) {
    let [equal, unequal] = call.semantics.as_slice() else { return };
    let (Some(first), Some(second)) = (findings.value(&equal.storage), findings.value(&unequal.storage)) else {
        return;
    };
    if second & !first != 0 {
        findings.error(&unequal.storage, has_more_if_unequal(call, (equal, first), (unequal, second)));
    }
}

#[cold]
fn has_more_if_unequal(
    call: &Call<'_>,
    (equal, first): (&Semantics, u32),
    (unequal, second): (&Semantics, u32),
) -> Diagnostic {
    let message = format!(
        "{} has `{}`, which `{}` does not have",
        call.describe(&unequal.storage),
        symbols::storage(second & !first),
        equal.storage.name
    );
    Diagnostic::error(RULE.code, unequal.storage.span, message)
        .with_secondary(equal.storage.span, format!("when they are equal: `{}`", symbols::storage(first)))
        .with_note(RULE.citation)
        .with_help("name the same memory in both")
}
