//! An atomic load or store does not both acquire and release.
//!
//! GL_KHR_memory_scope_semantics, Scope and Semantics; VUID-StandaloneSpirv-MemorySemantics-10867, -10868

use super::call::{Argument, Call, Findings, Operation};
use super::symbols;
use super::{Check, Rule, shader};
use crate::diagnostics::{Code, Diagnostic};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::AcquireReleaseInLoadOrStore,
    citation: "GL_KHR_memory_scope_semantics, Scope and Semantics; VUID-StandaloneSpirv-MemorySemantics-10867, -10868",
    explanation: "Only an operation that reads and writes can acquire and release.",
    bad: shader!(
        "uint seen = atomicLoad(value, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);"
    ),
    good: shader!("uint seen = atomicLoad(value, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire);"),
    check: Check::Call(check),
};

fn check(call: &Call<'_>, findings: &mut Findings) {
    for semantics in &call.semantics {
        let Some(value) = findings.value(&semantics.order) else { continue };
        if matches!(call.operation, Operation::Load | Operation::Store) && value & symbols::ACQUIRE_RELEASE != 0 {
            findings.error(&semantics.order, acquires_and_releases(call, &semantics.order, value));
        }
    }
}

#[cold]
fn acquires_and_releases(call: &Call<'_>, order: &Argument, value: u32) -> Diagnostic {
    let message = format!("{} acquires and releases, but `{}` cannot do both", call.describe(order), call.name);
    Diagnostic::error(RULE.code, order.span, message)
        .with_label(format!("this is `{}`", symbols::semantics(value)))
        .with_note(RULE.citation)
        .with_help("a load acquires, a store releases")
}
