//! Lint: an acquire that makes nothing visible.
//!
//! Vulkan, Memory Model: private accesses are not ordered by synchronization; writes must be available and visible

use super::call::{Call, Known};
use super::live::{Event, visit};
use super::symbols;
use super::{Check, Rule, Shader, shader};
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::hir::{
    Argument, GlobalVariable, Handle, MemoryModel, MemoryQualifiers as Q, Module, PlaceRoot, Span, StorageClass,
    ValueKind,
};
use rustc_hash::FxHashSet;

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::AcquireWithoutVisibility,
    citation: "Vulkan, Memory Model: private accesses are not ordered by synchronization; writes must be available and visible",
    explanation: "In the Vulkan memory model, accesses to memory without qualifiers are private to the invocation. A barrier neither orders them nor makes them visible to others. Declare memory that invocations share coherent at some scope, or `nonprivate` with `gl_SemanticsMakeAvailable` and `gl_SemanticsMakeVisible` on the synchronization.",
    bad: shader!(
        "#pragma use_vulkan_memory_model\nlayout(local_size_x = 64) in;\nlayout(binding = 0) buffer Data { uint payload[64]; };",
        "payload[gl_LocalInvocationIndex] = 1u;\n    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);\n    payload[63u - gl_LocalInvocationIndex] += payload[gl_LocalInvocationIndex ^ 1u];"
    ),
    good: shader!(
        "#pragma use_vulkan_memory_model\nlayout(local_size_x = 64) in;\nlayout(binding = 0) workgroupcoherent buffer Data { uint payload[64]; };",
        "payload[gl_LocalInvocationIndex] = 1u;\n    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);\n    payload[63u - gl_LocalInvocationIndex] += payload[gl_LocalInvocationIndex ^ 1u];"
    ),
    check: Check::Module(check),
};

fn check(shader: &Shader<'_>, diagnostics: &mut Diagnostics) {
    if shader.model != MemoryModel::Vulkan || !payload_is_private(shader.module) {
        return;
    }
    for call in shader.calls.iter() {
        for semantics in &call.semantics {
            let (Known::Value(storage), Known::Value(order)) = (semantics.storage.known, semantics.order.known) else {
                continue;
            };
            let acquires = order & (symbols::ACQUIRE | symbols::ACQUIRE_RELEASE) != 0;
            if acquires && order & symbols::MAKE_VISIBLE == 0 && storage & symbols::BUFFER != 0 {
                diagnostics.push(acquires_nothing_shared(call, semantics.order.span));
            }
        }
    }
}

/// Whether the shader reads and writes a buffer, and does so privately in all places.
fn payload_is_private(module: &Module) -> bool {
    let (mut read, mut written, mut atomics) = (FxHashSet::default(), FxHashSet::default(), FxHashSet::default());
    let mut shares = false;
    visit(module, |function, event, _| {
        let mut look_at = |place, roots: &mut FxHashSet<Handle<GlobalVariable>>| {
            let Ok(place) = function.places.try_get(place) else { return };
            let PlaceRoot::Global(root) = place.root else {
                shares |= matches!(place.root, PlaceRoot::Reference(_));
                return;
            };
            let in_buffer = module.globals.try_get(root).is_ok_and(|it| it.storage == StorageClass::StorageBuffer);
            if in_buffer {
                let sharing = Q::COHERENT_KINDS | Q::VOLATILE | Q::NON_PRIVATE;
                shares |= place.access.intersects(sharing);
                roots.insert(root);
            }
        };
        match event {
            Event::Store(place) => look_at(place, &mut written),
            Event::Value(value) => {
                match function.values.try_get(value).map(|value| &value.kind) {
                    Ok(ValueKind::Load(place)) => look_at(*place, &mut read),
                    // What only atomic operations access is neither read nor written privately, but it may be coherent.
                    Ok(ValueKind::Builtin(call)) => {
                        for argument in &call.arguments {
                            if let Argument::Place(place) = *argument {
                                look_at(place, &mut atomics);
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
    });
    !shares && read.iter().any(|root| written.contains(root))
}

#[cold]
fn acquires_nothing_shared(call: &Call<'_>, span: Span) -> Diagnostic {
    let message = format!("`{}` acquires, but no buffer of this shader is shared", call.name);
    Diagnostic::warning(RULE.code, span, message)
        .with_note(RULE.citation)
        .with_help("declare the buffer `workgroupcoherent`, or coherent at the scope that shares it")
}
