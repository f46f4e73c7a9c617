//! E27: waiting at a barrier acquires, or is relaxed.
//!
//! VUID-StandaloneSpirv-MemorySemantics-13557

use super::call::{Argument, Call, Findings, Operation};
use super::symbols;
use super::{Check, Rule, shader};
use crate::diagnostics::{Code, Diagnostic};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::WaitOrder,
    citation: "VUID-StandaloneSpirv-MemorySemantics-13557",
    explanation: "Waiting is the acquire half of a control barrier, arriving the release half.",
    bad: shader!(
        "#extension GL_EXT_split_barrier : require",
        "controlBarrierWait(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsRelease);"
    ),
    good: shader!(
        "#extension GL_EXT_split_barrier : require",
        "controlBarrierWait(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquire);"
    ),
    check: Check::Call(check),
};

fn check(call: &Call<'_>, findings: &mut Findings) {
    for semantics in &call.semantics {
        let Some(value) = findings.value(&semantics.order) else { continue };
        if call.operation == Operation::Wait && value & (symbols::RELEASE | symbols::ACQUIRE_RELEASE) != 0 {
            findings.error(&semantics.order, wait_releases(call, &semantics.order, value));
        }
    }
}

#[cold]
fn wait_releases(call: &Call<'_>, order: &Argument, value: u32) -> Diagnostic {
    let message = format!("{} releases, but waiting at a barrier can only acquire", call.describe(order));
    Diagnostic::error(RULE.code, order.span, message)
        .with_label(format!("this is `{}`", symbols::semantics(value)))
        .with_note(RULE.citation)
        .with_help("use `gl_SemanticsAcquire`; the arrival releases")
}
