//! Making memory available requires a release.
//!
//! GL_KHR_memory_scope_semantics, Scope and Semantics; VUID-StandaloneSpirv-MemorySemantics-10872

use super::call::{Argument, Call, Findings};
use super::symbols;
use super::{Check, Rule, shader};
use crate::diagnostics::{Code, Diagnostic};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::MakeAvailableWithoutRelease,
    citation: "GL_KHR_memory_scope_semantics, Scope and Semantics; VUID-StandaloneSpirv-MemorySemantics-10872",
    explanation: "Making writes available is part of a release.",
    bad: shader!(
        "#pragma use_vulkan_memory_model\nlayout(binding = 0) buffer Data { uint value; };",
        "atomicAdd(value, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire | gl_SemanticsMakeAvailable);"
    ),
    good: shader!(
        "#pragma use_vulkan_memory_model\nlayout(binding = 0) buffer Data { uint value; };",
        "atomicAdd(value, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);"
    ),
    check: Check::Call(check),
};

fn check(call: &Call<'_>, findings: &mut Findings) {
    for semantics in &call.semantics {
        let Some(value) = findings.value(&semantics.order) else { continue };
        if value & symbols::MAKE_AVAILABLE != 0 && value & (symbols::RELEASE | symbols::ACQUIRE_RELEASE) == 0 {
            findings.error(&semantics.order, makes_available_without_releasing(call, &semantics.order, value));
        }
    }
}

#[cold]
fn makes_available_without_releasing(call: &Call<'_>, order: &Argument, value: u32) -> Diagnostic {
    let message = format!("{} makes available without releasing", call.describe(order));
    Diagnostic::error(RULE.code, order.span, message)
        .with_label(format!("this is `{}`", symbols::semantics(value)))
        .with_note(RULE.citation)
        .with_help("add `gl_SemanticsRelease`, or use `gl_SemanticsAcquireRelease`")
}
