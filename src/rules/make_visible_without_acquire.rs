//! Making memory visible requires an acquire.
//!
//! GL_KHR_memory_scope_semantics, Scope and Semantics; VUID-StandaloneSpirv-MemorySemantics-10873

use super::call::{Argument, Call, Findings};
use super::symbols;
use super::{Check, Rule, shader};
use crate::diagnostics::{Code, Diagnostic};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::MakeVisibleWithoutAcquire,
    citation: "GL_KHR_memory_scope_semantics, Scope and Semantics; VUID-StandaloneSpirv-MemorySemantics-10873",
    explanation: "Making writes visible is part of an acquire.",
    bad: shader!(
        "#pragma use_vulkan_memory_model\nlayout(binding = 0) buffer Data { uint value; };",
        "atomicAdd(value, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeVisible);"
    ),
    good: shader!(
        "#pragma use_vulkan_memory_model\nlayout(binding = 0) buffer Data { uint value; };",
        "atomicAdd(value, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeVisible);"
    ),
    check: Check::Call(check),
};

fn check(call: &Call<'_>, findings: &mut Findings) {
    for semantics in &call.semantics {
        let Some(value) = findings.value(&semantics.order) else { continue };
        if value & symbols::MAKE_VISIBLE != 0 && value & (symbols::ACQUIRE | symbols::ACQUIRE_RELEASE) == 0 {
            findings.error(&semantics.order, makes_visible_without_acquiring(call, &semantics.order, value));
        }
    }
}

#[cold]
fn makes_visible_without_acquiring(call: &Call<'_>, order: &Argument, value: u32) -> Diagnostic {
    let message = format!("{} makes visible without acquiring", call.describe(order));
    Diagnostic::error(RULE.code, order.span, message)
        .with_label(format!("this is `{}`", symbols::semantics(value)))
        .with_note(RULE.citation)
        .with_help("add `gl_SemanticsAcquire`, or use `gl_SemanticsAcquireRelease`")
}
