//! A scope is one of the `gl_Scope` constants.
//!
//! GL_KHR_memory_scope_semantics, 8.11: scope must be a gl_Scope* value; VUID-StandaloneSpirv-None-04638

use super::call::{Argument, Call, Findings};
use super::symbols;
use super::{Check, Rule, shader};
use crate::diagnostics::{Code, Diagnostic};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::ScopeValue,
    citation: "GL_KHR_memory_scope_semantics, 8.11: scope must be a gl_Scope* value; VUID-StandaloneSpirv-None-04638",
    explanation: "A scope is one of a few values, not a set of bits. Zero and other numbers are not scopes.",
    bad: shader!("atomicAdd(value, 1u, 0, gl_StorageSemanticsNone, gl_SemanticsRelaxed);"),
    good: shader!("atomicAdd(value, 1u, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);"),
    check: Check::Call(check),
};

fn check(call: &Call<'_>, findings: &mut Findings) {
    for argument in call.execution.iter().chain(&call.scope) {
        let Some(value) = findings.value(argument) else { continue };
        if (symbols::DEVICE..=symbols::SHADER_CALL).contains(&value) {
            continue;
        }
        findings.error(argument, is_no_scope(call, argument, value));
    }
}

#[cold]
fn is_no_scope(call: &Call<'_>, argument: &Argument, value: u32) -> Diagnostic {
    let message = format!("{} is {}, which is not a scope", call.describe(argument), value as i32);
    Diagnostic::error(RULE.code, argument.span, message)
        .with_note(RULE.citation)
        .with_help(format!("the scopes are {}", symbols::scopes(call.stage)))
}
