//! An atomic store does not acquire.
//!
//! GL_KHR_memory_scope_semantics, Scope and Semantics; VUID-StandaloneSpirv-MemorySemantics-10867

use super::call::{Argument, Call, Findings, Operation};
use super::symbols;
use super::{Check, Rule, shader};
use crate::diagnostics::{Code, Diagnostic};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::AcquireInStore,
    citation: "GL_KHR_memory_scope_semantics, Scope and Semantics; VUID-StandaloneSpirv-MemorySemantics-10867",
    explanation: "A store reads nothing, so there is nothing to acquire. It can release: an invocation that reads the stored value with acquire semantics also sees the writes before the store.",
    bad: shader!("atomicStore(value, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire);"),
    good: shader!("atomicStore(value, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);"),
    check: Check::Call(check),
};

fn check(call: &Call<'_>, findings: &mut Findings) {
    for semantics in &call.semantics {
        let Some(value) = findings.value(&semantics.order) else { continue };
        if call.operation == Operation::Store && value & symbols::ACQUIRE != 0 {
            findings.error(&semantics.order, store_acquires(call, &semantics.order, value));
        }
    }
}

#[cold]
fn store_acquires(call: &Call<'_>, order: &Argument, value: u32) -> Diagnostic {
    let message = format!("{} acquires, but `{}` only writes", call.describe(order), call.name);
    Diagnostic::error(RULE.code, order.span, message)
        .with_label(format!("this is `{}`", symbols::semantics(value)))
        .with_note(RULE.citation)
        .with_help("use `gl_SemanticsRelease` or `gl_SemanticsRelaxed`")
}
