//! A compare-and-swap that does not swap does not release.
//!
//! GL_KHR_memory_scope_semantics, Scope and Semantics; VUID-StandaloneSpirv-UnequalMemorySemantics-10875

use super::call::{Argument, Call, Findings};
use super::symbols;
use super::{Check, Rule, shader};
use crate::diagnostics::{Code, Diagnostic};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::UnequalRelease,
    citation: "GL_KHR_memory_scope_semantics, Scope and Semantics; VUID-StandaloneSpirv-UnequalMemorySemantics-10875",
    explanation: "If the values differ, nothing is written, so nothing can be released.",
    bad: shader!(
        "atomicCompSwap(value, 1u, 2u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease, gl_StorageSemanticsBuffer, gl_SemanticsRelease);"
    ),
    good: shader!(
        "atomicCompSwap(value, 1u, 2u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease, gl_StorageSemanticsBuffer, gl_SemanticsAcquire);"
    ),
    check: Check::Call(check),
};

fn check(call: &Call<'_>, findings: &mut Findings) {
    for semantics in call.semantics.iter().skip(1) {
        let Some(value) = findings.value(&semantics.order) else { continue };
        if value & (symbols::RELEASE | symbols::ACQUIRE_RELEASE) != 0 {
            findings.error(&semantics.order, unequal_releases(call, &semantics.order, value));
        }
    }
}

#[cold]
fn unequal_releases(call: &Call<'_>, order: &Argument, value: u32) -> Diagnostic {
    let message = format!("{} releases, but nothing is written when the values differ", call.describe(order));
    Diagnostic::error(RULE.code, order.span, message)
        .with_label(format!("this is `{}`", symbols::semantics(value)))
        .with_note(RULE.citation)
        .with_help("use `gl_SemanticsAcquire` or `gl_SemanticsRelaxed`")
}
