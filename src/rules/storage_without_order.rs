//! E14: storage without an order means nothing.
//!
//! VUID-StandaloneSpirv-MemorySemantics-10871

use super::call::{Argument, Call, Findings, Semantics};
use super::symbols;
use super::{Check, Rule, shader};
use crate::diagnostics::{Code, Diagnostic};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::StorageWithoutOrder,
    citation: "VUID-StandaloneSpirv-MemorySemantics-10871",
    explanation: "Storage says which accesses are ordered. A relaxed operation orders none.",
    bad: shader!("atomicAdd(value, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);"),
    good: shader!("atomicAdd(value, 1u, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);"),
    check: Check::Call(check),
};

fn check(call: &Call<'_>, findings: &mut Findings) {
    for Semantics { storage, order } in &call.semantics {
        let (Some(memory), Some(value)) = (findings.value(storage), findings.value(order)) else { continue };
        if memory != 0 && value & symbols::ORDERS == 0 {
            findings.error(storage, has_no_order(call, (storage, memory), (order, value)));
        }
    }
}

#[cold]
fn has_no_order(call: &Call<'_>, (storage, memory): (&Argument, u32), (order, value): (&Argument, u32)) -> Diagnostic {
    let message =
        format!("{} is `{}`, but the operation has no order", call.describe(storage), symbols::storage(memory));
    Diagnostic::error(RULE.code, storage.span, message)
        .with_secondary(order.span, format!("the order is `{}`", symbols::semantics(value)))
        .with_note(RULE.citation)
        .with_help("use `gl_StorageSemanticsNone`, or an order")
}
