//! The payload that a task shader passes to its mesh shaders.

use super::pair::Pair;
use super::pipeline::whole;
use super::shape::same_type;
use super::{Check, Rule, shaders};
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::hir::{GlobalVariable, Module, StorageClass, type_text::type_text};
use crate::stage::Stage;

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::TaskPayload,
    citation: "GL_EXT_mesh_shader, `taskPayloadSharedEXT`; Vulkan, TaskPayloadWorkgroupEXT",
    explanation: "A mesh shader reads the payload that its task shader wrote, with the same type. Without a task shader there is no payload.",
    bad: shaders! {
        Task "#extension GL_EXT_mesh_shader : require\nstruct Work { uint first; uint count; };\ntaskPayloadSharedEXT Work work;\nvoid main() { work.first = 0; EmitMeshTasksEXT(1, 1, 1); }",
        Mesh "#extension GL_EXT_mesh_shader : require\nlayout(points, max_vertices = 1, max_primitives = 1) out;\nstruct Work { float first; uint count; };\ntaskPayloadSharedEXT Work work;\nvoid main() { SetMeshOutputsEXT(uint(work.first), 0); }",
    },
    good: shaders! {
        Task "#extension GL_EXT_mesh_shader : require\nstruct Work { uint first; uint count; };\ntaskPayloadSharedEXT Work work;\nvoid main() { work.first = 0; EmitMeshTasksEXT(1, 1, 1); }",
        Mesh "#extension GL_EXT_mesh_shader : require\nlayout(points, max_vertices = 1, max_primitives = 1) out;\nstruct Work { uint first; uint count; };\ntaskPayloadSharedEXT Work work;\nvoid main() { SetMeshOutputsEXT(work.first, 0); }",
    },
    check: Check::Pair(check),
};

fn payload(module: &Module) -> Option<&GlobalVariable> {
    let used = module.used_globals();
    let mut payloads = module.globals.iter().filter(|(handle, _)| used.contains(handle)).map(|(_, it)| it);
    payloads.find(|it| it.storage == StorageClass::TaskPayload)
}

fn check(pair: &Pair<'_>, diagnostics: &mut Diagnostics) {
    if pair.from() != Stage::Task {
        return;
    }
    let Some(read) = payload(pair.consumer) else { return };
    match payload(pair.producer) {
        None => diagnostics.push(declares_no_payload(pair, read)),
        Some(written) if same_type((pair.producer, written.ty), (pair.consumer, read.ty)) => {}
        Some(written) => diagnostics.push(payload_has_other_type(pair, read, written)),
    }
}

#[cold]
fn declares_no_payload(pair: &Pair<'_>, read: &GlobalVariable) -> Diagnostic {
    let message = format!("the task shader declares no payload for `{}`", read.name);
    Diagnostic::error(RULE.code, read.span, message)
        .with_label("nothing is written to this")
        .with_secondary(whole(pair.producer), "this shader uses no `taskPayloadSharedEXT` variable")
        .with_note(RULE.citation)
        .with_help("declare the payload in the task shader and write to it")
}

#[cold]
fn payload_has_other_type(pair: &Pair<'_>, read: &GlobalVariable, written: &GlobalVariable) -> Diagnostic {
    let spelled = |module: &Module, it: &GlobalVariable| type_text(&module.types, &module.constants, it.ty);
    let message = format!("the payload `{}` has a different type in the task shader", read.name);
    Diagnostic::error(RULE.code, read.span, message)
        .with_label(format!("this is a `{}`", spelled(pair.consumer, read)))
        .with_secondary(written.span, format!("this is a `{}` with different members", spelled(pair.producer, written)))
        .with_note(RULE.citation)
        .with_help("declare both in one included file")
}
