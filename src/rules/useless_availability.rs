//! Lint: availability or visibility of a kind of memory that the shader does not have.
//!
//! GL_KHR_memory_scope_semantics, Scope and Semantics

use super::call::{Known, Semantics};
use super::symbols;
use super::{Check, Rule, Shader, shader};
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::hir::{Module, StorageClass};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::UselessAvailability,
    citation: "GL_KHR_memory_scope_semantics, Scope and Semantics",
    explanation: "Making memory available and visible takes time on some devices. The storage argument should name memory that the shader shares with other invocations.",
    bad: shader!(
        "#pragma use_vulkan_memory_model\nlayout(binding = 0) buffer Data { uint value; };",
        "memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsImage, gl_SemanticsRelease | gl_SemanticsMakeAvailable);"
    ),
    good: shader!(
        "#pragma use_vulkan_memory_model\nlayout(binding = 0) buffer Data { uint value; };",
        "memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);"
    ),
    check: Check::Module(check),
};

fn check(shader: &Shader<'_>, diagnostics: &mut Diagnostics) {
    let present = memory(shader.module);
    for call in shader.calls.iter() {
        for semantics in &call.semantics {
            let (Known::Value(storage), Known::Value(order)) = (semantics.storage.known, semantics.order.known) else {
                continue;
            };
            let moves = order & (symbols::MAKE_AVAILABLE | symbols::MAKE_VISIBLE) != 0;
            if moves && storage != 0 && storage & present == 0 {
                diagnostics.push(applies_to_no_memory(semantics, storage, order));
            }
        }
    }
}

/// The storage bits of the memory that the shader declares.
fn memory(module: &Module) -> u32 {
    let mut bits = 0;
    for (_, global) in module.globals.iter() {
        bits |= match global.storage {
            StorageClass::StorageBuffer => symbols::BUFFER,
            StorageClass::Workgroup => symbols::SHARED,
            StorageClass::UniformConstant => symbols::IMAGE,
            StorageClass::Output => symbols::OUTPUT,
            _ => 0,
        };
    }
    // References can come from anywhere.
    let has_references =
        module.types.structs.iter().any(|(_, it)| it.block.is_some_and(|block| block.reference_alignment != 0));
    if has_references { bits | symbols::BUFFER } else { bits }
}

#[cold]
fn applies_to_no_memory(semantics: &Semantics, storage: u32, order: u32) -> Diagnostic {
    let message = format!("this shader has no memory that `{}` applies to", symbols::storage(storage));
    Diagnostic::warning(RULE.code, semantics.storage.span, message)
        .with_secondary(semantics.order.span, format!("`{}`", symbols::semantics(order)))
        .with_note(RULE.citation)
        .with_help("name the memory that is shared, or remove the bits")
}
