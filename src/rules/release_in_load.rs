//! An atomic load does not release.
//!
//! GL_KHR_memory_scope_semantics, Scope and Semantics; VUID-StandaloneSpirv-MemorySemantics-10868

use super::call::{Argument, Call, Findings, Operation};
use super::symbols;
use super::{Check, Rule, shader};
use crate::diagnostics::{Code, Diagnostic};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::ReleaseInLoad,
    citation: "GL_KHR_memory_scope_semantics, Scope and Semantics; VUID-StandaloneSpirv-MemorySemantics-10868",
    explanation: "A load writes nothing that others could acquire from, so it has nothing to release. It can acquire.",
    bad: shader!("uint seen = atomicLoad(value, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);"),
    good: shader!("uint seen = atomicLoad(value, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire);"),
    check: Check::Call(check),
};

fn check(call: &Call<'_>, findings: &mut Findings) {
    for semantics in &call.semantics {
        let Some(value) = findings.value(&semantics.order) else { continue };
        if call.operation == Operation::Load && value & symbols::RELEASE != 0 {
            findings.error(&semantics.order, load_releases(call, &semantics.order, value));
        }
    }
}

#[cold]
fn load_releases(call: &Call<'_>, order: &Argument, value: u32) -> Diagnostic {
    let message = format!("{} releases, but `{}` only reads", call.describe(order), call.name);
    Diagnostic::error(RULE.code, order.span, message)
        .with_label(format!("this is `{}`", symbols::semantics(value)))
        .with_note(RULE.citation)
        .with_help("use `gl_SemanticsAcquire` or `gl_SemanticsRelaxed`")
}
