//! E27: arriving at a barrier releases, or is relaxed.
//!
//! VUID-StandaloneSpirv-MemorySemantics-13556

use super::call::{Argument, Call, Findings, Operation};
use super::symbols;
use super::{Check, Rule, shader};
use crate::diagnostics::{Code, Diagnostic};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::ArriveOrder,
    citation: "VUID-StandaloneSpirv-MemorySemantics-13556",
    explanation: "Arriving is the release half of a control barrier, waiting the acquire half.",
    bad: shader!(
        "#extension GL_EXT_split_barrier : require",
        "controlBarrierArrive(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);"
    ),
    good: shader!(
        "#extension GL_EXT_split_barrier : require",
        "controlBarrierArrive(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsRelease);"
    ),
    check: Check::Call(check),
};

fn check(call: &Call<'_>, findings: &mut Findings) {
    for semantics in &call.semantics {
        let Some(value) = findings.value(&semantics.order) else { continue };
        if call.operation == Operation::Arrive && value & (symbols::ACQUIRE | symbols::ACQUIRE_RELEASE) != 0 {
            findings.error(&semantics.order, arrival_acquires(call, &semantics.order, value));
        }
    }
}

#[cold]
fn arrival_acquires(call: &Call<'_>, order: &Argument, value: u32) -> Diagnostic {
    let message = format!("{} acquires, but arriving at a barrier can only release", call.describe(order));
    Diagnostic::error(RULE.code, order.span, message)
        .with_label(format!("this is `{}`", symbols::semantics(value)))
        .with_note(RULE.citation)
        .with_help("use `gl_SemanticsRelease`; the wait acquires")
}
