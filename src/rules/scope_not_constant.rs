//! Scopes, storage and semantics are integer constant expressions.
//!
//! GL_KHR_memory_scope_semantics, 8.11, 8.12, 8.16, 8.17; SPIR-V 1.6, 2.16.1: OpConstant where Shader is declared

use super::call::{Argument, Call, Findings, Known};
use super::{Check, Rule, shader};
use crate::diagnostics::{Code, Diagnostic};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::ScopeNotConstant,
    citation: "GL_KHR_memory_scope_semantics, 8.11, 8.12, 8.16, 8.17; SPIR-V 1.6, 2.16.1: OpConstant where Shader is declared",
    explanation: "Scope, storage and semantics select the instruction that the device runs, so they must be known at compile time. Specialization constants are not: SPIR-V needs a plain constant.",
    bad: shader!(
        "int order = gl_SemanticsRelaxed;\n    atomicAdd(value, 1u, gl_ScopeDevice, gl_StorageSemanticsNone, order);"
    ),
    good: shader!(
        "const int order = gl_SemanticsRelaxed;\n    atomicAdd(value, 1u, gl_ScopeDevice, gl_StorageSemanticsNone, order);"
    ),
    check: Check::Call(check),
};

fn check(call: &Call<'_>, findings: &mut Findings) {
    for argument in call.arguments() {
        let label = match argument.known {
            Known::Value(_) => continue,
            Known::Specialization => "this depends on a specialization constant",
            Known::Dynamic => "this is computed at run time",
        };
        findings.error(&argument, is_not_constant(call, &argument, label));
    }
}

#[cold]
fn is_not_constant(call: &Call<'_>, argument: &Argument, label: &str) -> Diagnostic {
    let message = format!("{} must be a constant", call.describe(argument));
    Diagnostic::error(RULE.code, argument.span, message)
        .with_label(label)
        .with_note(RULE.citation)
        .with_help("use the `gl_` constants, or a `const` variable made of them; choose between calls with `if`")
}
