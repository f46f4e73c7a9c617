//! Storage only has `gl_StorageSemantics` bits.
//!
//! GL_KHR_memory_scope_semantics, Scope and Semantics: storage class semantics operands must only have
//! gl_StorageSemantics* bits set

use super::call::{Call, Findings, Semantics};
use super::symbols;
use super::{Check, Rule, shader};
use crate::diagnostics::{Code, Diagnostic};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::StorageBits,
    citation: "GL_KHR_memory_scope_semantics, Scope and Semantics: storage class semantics operands must only have gl_StorageSemantics* bits set",
    explanation: "This argument says which memory is ordered. The order belongs in the semantics argument, which comes next; the two are easily swapped.",
    bad: shader!("memoryBarrier(gl_ScopeDevice, gl_SemanticsAcquireRelease, gl_StorageSemanticsBuffer);"),
    good: shader!("memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);"),
    check: Check::Call(check),
};

fn check(call: &Call<'_>, findings: &mut Findings) {
    for semantics in &call.semantics {
        let Some(value) = findings.value(&semantics.storage) else { continue };
        let wrong = value & !symbols::STORAGE;
        if wrong == 0 {
            continue;
        }
        let order = findings.value(&semantics.order);
        let swapped = wrong == value
            && value & !symbols::SEMANTICS == 0
            && order.is_some_and(|order| order != 0 && order & !symbols::STORAGE == 0);
        findings.error(&semantics.storage, is_no_storage(call, semantics, wrong, swapped));
        if swapped {
            findings.settle(&semantics.order);
        }
    }
}

#[cold]
fn is_no_storage(call: &Call<'_>, Semantics { storage, order }: &Semantics, wrong: u32, swapped: bool) -> Diagnostic {
    let (what, bits) = (call.describe(storage), symbols::storage(wrong));
    let message = format!("{what} has `{bits}`, which is not a `gl_StorageSemantics` constant");
    let diagnostic = Diagnostic::error(RULE.code, storage.span, message).with_note(RULE.citation);
    if swapped {
        diagnostic
            .with_secondary(order.span, "and this is storage")
            .with_help("the storage and semantics arguments are swapped, storage comes first")
    } else if wrong & symbols::SEMANTICS != 0 {
        diagnostic.with_help(format!("orders belong in argument `{}`", order.name))
    } else {
        diagnostic
    }
}
