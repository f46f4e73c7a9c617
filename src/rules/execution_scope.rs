//! E1: invocations wait in the workgroup or in the subgroup.
//!
//! VUID-StandaloneSpirv-None-04636; VUID-StandaloneSpirv-SplitBarrierEXT-13553

use super::call::{Argument, Call, Findings};
use super::symbols;
use super::{Check, Rule, shader};
use crate::diagnostics::{Code, Diagnostic};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::ExecutionScope,
    citation: "VUID-StandaloneSpirv-None-04636; VUID-StandaloneSpirv-SplitBarrierEXT-13553",
    explanation: "Only the invocations of a workgroup or subgroup are guaranteed to run at the same time, so only they can wait for each other. Memory can be ordered at any scope: that is the second argument.",
    bad: shader!(
        "controlBarrier(gl_ScopeDevice, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);"
    ),
    good: shader!(
        "controlBarrier(gl_ScopeWorkgroup, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);"
    ),
    check: Check::Call(check),
};

fn check(call: &Call<'_>, findings: &mut Findings) {
    let Some(argument) = &call.execution else { return };
    let Some(value) = findings.value(argument) else { return };
    if matches!(value, symbols::WORKGROUP | symbols::SUBGROUP) {
        return;
    }
    findings.error(argument, cannot_wait_in_scope(call, argument, value));
}

#[cold]
fn cannot_wait_in_scope(call: &Call<'_>, argument: &Argument, value: u32) -> Diagnostic {
    let message = format!(
        "{} must be `gl_ScopeWorkgroup` or `gl_ScopeSubgroup`, but it is `{}`",
        call.describe(argument),
        symbols::scope(value)
    );
    Diagnostic::error(RULE.code, argument.span, message)
        .with_note(RULE.citation)
        .with_help("the next argument, the scope at which memory is ordered, may be any scope")
}
