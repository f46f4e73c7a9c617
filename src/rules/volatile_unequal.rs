//! A compare-and-swap is volatile in both outcomes or in none.
//!
//! GL_KHR_memory_scope_semantics, Scope and Semantics; VUID-StandaloneSpirv-UnequalMemorySemantics-10879

use super::call::{Call, Findings, Semantics};
use super::symbols;
use super::{Check, Rule, shader};
use crate::diagnostics::{Code, Diagnostic};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::VolatileUnequal,
    citation: "GL_KHR_memory_scope_semantics, Scope and Semantics; VUID-StandaloneSpirv-UnequalMemorySemantics-10879",
    explanation: "Whether the operation is volatile cannot depend on its outcome.",
    bad: shader!(
        "#pragma use_vulkan_memory_model\nlayout(binding = 0) buffer Data { uint value; };",
        "atomicCompSwap(value, 1u, 2u, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsVolatile, gl_StorageSemanticsNone, gl_SemanticsRelaxed);"
    ),
    good: shader!(
        "#pragma use_vulkan_memory_model\nlayout(binding = 0) buffer Data { uint value; };",
        "atomicCompSwap(value, 1u, 2u, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsVolatile, gl_StorageSemanticsNone, gl_SemanticsVolatile);"
    ),
    check: Check::Call(check),
};

fn check(call: &Call<'_>, findings: &mut Findings) {
    let [equal, unequal] = call.semantics.as_slice() else { return };
    let (Some(first), Some(second)) = (findings.value(&equal.order), findings.value(&unequal.order)) else {
        return;
    };
    if (first ^ second) & symbols::VOLATILE != 0 {
        findings.error(&unequal.order, volatile_in_one_outcome(call, equal, unequal, first));
    }
}

#[cold]
fn volatile_in_one_outcome(call: &Call<'_>, equal: &Semantics, unequal: &Semantics, first: u32) -> Diagnostic {
    let message =
        format!("{} differs from `{}` in `gl_SemanticsVolatile`", call.describe(&unequal.order), equal.order.name);
    Diagnostic::error(RULE.code, unequal.order.span, message)
        .with_secondary(equal.order.span, format!("when they are equal: `{}`", symbols::semantics(first)))
        .with_note(RULE.citation)
        .with_help("add `gl_SemanticsVolatile` to both, or to none")
}
