//! E16: a compare-and-swap that makes visible when it does not swap does so when it swaps.
//!
//! VUID-StandaloneSpirv-UnequalMemorySemantics-10878

use super::call::{Call, Findings, Semantics};
use super::symbols;
use super::{Check, Rule, shader};
use crate::diagnostics::{Code, Diagnostic};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::UnequalMakeVisible,
    citation: "VUID-StandaloneSpirv-UnequalMemorySemantics-10878",
    explanation: "An operation that makes memory visible when the values differ must also do so when they are equal.",
    bad: shader!(
        "#pragma use_vulkan_memory_model\nlayout(binding = 0) buffer Data { uint value; };",
        "atomicCompSwap(value, 1u, 2u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible);"
    ),
    good: shader!(
        "#pragma use_vulkan_memory_model\nlayout(binding = 0) buffer Data { uint value; };",
        "atomicCompSwap(value, 1u, 2u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible);"
    ),
    check: Check::Call(check),
};

fn check(call: &Call<'_>, findings: &mut Findings) {
    let [equal, unequal] = call.semantics.as_slice() else { return };
    let (Some(first), Some(second)) = (findings.value(&equal.order), findings.value(&unequal.order)) else {
        return;
    };
    if second & symbols::MAKE_VISIBLE != 0 && first & symbols::MAKE_VISIBLE == 0 {
        findings.error(&unequal.order, makes_visible_if_unequal(call, equal, unequal, first));
    }
}

#[cold]
fn makes_visible_if_unequal(call: &Call<'_>, equal: &Semantics, unequal: &Semantics, first: u32) -> Diagnostic {
    let message = format!("{} makes visible, but `{}` does not", call.describe(&unequal.order), equal.order.name);
    Diagnostic::error(RULE.code, unequal.order.span, message)
        .with_secondary(equal.order.span, format!("when they are equal: `{}`", symbols::semantics(first)))
        .with_note(RULE.citation)
        .with_help("add `gl_SemanticsMakeVisible` to both")
}
