//! Semantics only have `gl_Semantics` bits.
//!
//! GL_KHR_memory_scope_semantics, Scope and Semantics: semantics operands must only have gl_Semantics* bits set; VUID-
//! StandaloneSpirv-MemorySemantics-10866

use super::call::{Argument, Call, Findings, Semantics};
use super::symbols;
use super::{Check, Rule, shader};
use crate::diagnostics::{Code, Diagnostic};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::SemanticsBits,
    citation: "GL_KHR_memory_scope_semantics, Scope and Semantics: semantics operands must only have gl_Semantics* bits set; VUID-StandaloneSpirv-MemorySemantics-10866",
    explanation: "This argument says how memory is ordered. The storage argument before it says which memory. There is no sequential consistency as in other languages.",
    bad: shader!(
        "controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_StorageSemanticsShared);"
    ),
    good: shader!(
        "controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);"
    ),
    check: Check::Call(check),
};

fn check(call: &Call<'_>, findings: &mut Findings) {
    for Semantics { storage, order } in &call.semantics {
        let Some(value) = findings.value(order) else { continue };
        let wrong = value & !symbols::SEMANTICS;
        if wrong == 0 {
            continue;
        }
        findings.error(order, is_no_semantics(call, storage, order, wrong));
    }
}

#[cold]
fn is_no_semantics(call: &Call<'_>, storage: &Argument, order: &Argument, wrong: u32) -> Diagnostic {
    let (what, bits) = (call.describe(order), symbols::semantics(wrong));
    let message = format!("{what} has `{bits}`, which is not a `gl_Semantics` constant");
    let diagnostic = Diagnostic::error(RULE.code, order.span, message).with_note(RULE.citation);
    if wrong & symbols::STORAGE != 0 {
        diagnostic.with_help(format!("storage belongs in argument `{}`", storage.name))
    } else {
        diagnostic
    }
}
