//! Lint: an atomic operation at a scope narrower than its memory is shared.
//!
//! GL_KHR_memory_scope_semantics, 8.11; Vulkan, Memory Model: mutually ordered atomics

use super::call::{Call, Known};
use super::symbols;
use super::{Check, Rule, Shader, shader};
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::hir::{MemoryQualifiers, Span};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::NarrowScope,
    citation: "GL_KHR_memory_scope_semantics, 8.11; Vulkan, Memory Model: mutually ordered atomics",
    explanation: "Atomic operations are atomic for the invocations of their scope. If the declaration says that more invocations share the memory, their operations race.",
    bad: shader!(
        "layout(binding = 0) devicecoherent buffer Data { uint value; };",
        "atomicAdd(value, 1u, gl_ScopeWorkgroup, gl_StorageSemanticsNone, gl_SemanticsRelaxed);"
    ),
    good: shader!(
        "layout(binding = 0) devicecoherent buffer Data { uint value; };",
        "atomicAdd(value, 1u, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);"
    ),
    check: Check::Module(check),
};

fn check(shader: &Shader<'_>, diagnostics: &mut Diagnostics) {
    for call in shader.calls.iter() {
        let (Some(scope), true) = (&call.scope, call.operation.is_atomic()) else { continue };
        let Known::Value(value) = scope.known else { continue };
        let Some((shared, word)) = sharing(call.access) else { continue };
        if symbols::width(value) < symbols::width(shared) {
            diagnostics.push(atomic_for_fewer(call, (scope.span, value), (shared, word)));
        }
    }
}

/// The widest scope that the qualifiers of memory name, and the qualifier that names it.
fn sharing(access: MemoryQualifiers) -> Option<(u32, &'static str)> {
    use MemoryQualifiers as Q;
    [
        (Q::DEVICE_COHERENT, symbols::DEVICE),
        (Q::QUEUE_FAMILY_COHERENT, symbols::QUEUE_FAMILY),
        (Q::COHERENT, symbols::QUEUE_FAMILY),
        (Q::WORKGROUP_COHERENT, symbols::WORKGROUP),
        (Q::SHADER_CALL_COHERENT, symbols::SHADER_CALL),
        (Q::SUBGROUP_COHERENT, symbols::SUBGROUP),
    ]
    .into_iter()
    .find(|&(qualifier, _)| access.contains(qualifier))
    .and_then(|(qualifier, scope)| Some((scope, Q::NAMES.iter().find(|it| it.0 == qualifier)?.1)))
}

#[cold]
fn atomic_for_fewer(call: &Call<'_>, (span, scope): (Span, u32), (shared, word): (u32, &str)) -> Diagnostic {
    let scope = symbols::scope(scope);
    let message = format!("this memory is `{word}`, but `{}` is atomic for `{scope}` only", call.name);
    Diagnostic::warning(RULE.code, span, message)
        .with_note(RULE.citation)
        .with_help(format!("use `{}`, or share the memory with fewer invocations", symbols::scope(shared)))
}
