//! Specialization constants that cannot be in one module.

use super::pipeline::whole;
use super::{Check, Rule, shaders};
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::hir::{ConstantKind, Module, WorkgroupDimension, type_text::type_text};
use crate::target::{SpirvVersion, Target, TargetEnvironment};
use std::collections::BTreeMap;

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::LinkedSpecialization,
    citation: "Vulkan, VkSpecializationMapEntry: an id has one type in a module",
    explanation: "The host sets specialization constants by id, for the whole module. Two shaders of a module may share a constant, but then it has one type. A workgroup size made of specialization constants applies to every stage of the module that has workgroups, unless the target is Vulkan 1.3 or later.",
    bad: shaders! {
        Vertex "layout(constant_id = 0) const int COUNT = 1;\nvoid main() { gl_Position = vec4(COUNT); }",
        Fragment "layout(constant_id = 0) const float SCALE = 1;\nlayout(location = 0) out vec4 result;\nvoid main() { result = vec4(SCALE); }",
    },
    good: shaders! {
        Vertex "layout(constant_id = 0) const int COUNT = 1;\nvoid main() { gl_Position = vec4(COUNT); }",
        Fragment "layout(constant_id = 1) const float SCALE = 1;\nlayout(location = 0) out vec4 result;\nvoid main() { result = vec4(SCALE); }",
    },
    check: Check::Module(check),
};

fn check(modules: &[&Module], target: Target, diagnostics: &mut Diagnostics) {
    check_types(modules, diagnostics);
    let has_local_size_id = target.environment >= TargetEnvironment::Vulkan1_3 && target.spirv >= SpirvVersion::V1_2;
    if !has_local_size_id {
        check_workgroups(modules, diagnostics);
    }
}

fn check_types(modules: &[&Module], diagnostics: &mut Diagnostics) {
    let mut seen: BTreeMap<u32, (&Module, String, String)> = BTreeMap::new();
    for module in modules {
        for (_, constant) in module.constants.iter() {
            let ConstantKind::Specialization { id, name, .. } = &constant.kind else { continue };
            let spelled = type_text(&module.types, &module.constants, constant.ty);
            let (first, first_name, first_type) =
                seen.entry(*id).or_insert_with(|| (module, name.clone(), spelled.clone()));
            if *first_type == spelled {
                continue;
            }
            diagnostics.push(has_two_types(*id, (module, name, &spelled), (first, first_name, first_type)));
        }
    }
}

fn check_workgroups(modules: &[&Module], diagnostics: &mut Diagnostics) {
    let sized = || modules.iter().filter_map(|module| Some((*module, module.entry_point.workgroup?)));
    let is_specialized = |it: &WorkgroupDimension| matches!(it, WorkgroupDimension::Specialization(_));
    let Some((wrong, _)) = sized().find(|(_, it)| it.size.iter().any(is_specialized)) else { return };
    if let Some((other, _)) = sized().find(|(module, _)| !std::ptr::eq(*module, wrong)) {
        diagnostics.push(sets_other_size(wrong, other));
    }
}

#[cold]
fn has_two_types(
    id: u32,
    (module, name, spelled): (&Module, &str, &str),
    (first, first_name, first_type): (&Module, &str, &str),
) -> Diagnostic {
    let message = format!("specialization constant {id} has two types in one module");
    Diagnostic::error(RULE.code, whole(module), message)
        .with_label(format!("in this shader it is the `{spelled}` `{name}`"))
        .with_secondary(whole(first), format!("in this one the `{first_type}` `{first_name}`"))
        .with_note(RULE.citation)
        .with_help("give one of them another `constant_id`")
}

#[cold]
fn sets_other_size(wrong: &Module, other: &Module) -> Diagnostic {
    Diagnostic::error(RULE.code, whole(wrong), "a specialized workgroup size applies to the whole module")
        .with_label("the `local_size_x_id` layouts of this shader")
        .with_secondary(whole(other), "would set the size here too")
        .with_note("SPIR-V, WorkgroupSize")
        .with_help("compile with `--target-env vulkan1.3`, which has sizes for each entry point")
}
