//! Shaders of different memory models in one module.

use super::pipeline::whole;
use super::{Check, Rule, shaders};
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::hir::{MemoryModel, Module};
use crate::target::Target;

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::LinkedMemoryModels,
    citation: "SPIR-V, 2.4: a module has one memory model",
    explanation: "A module has one memory model, and the decorations and operands of the other are not valid in it. `--memory-model vulkan` compiles all shaders for the Vulkan memory model.",
    bad: shaders! {
        Vertex "void main() { gl_Position = vec4(0); }",
        Fragment "#pragma use_vulkan_memory_model\nlayout(location = 0) out vec4 result;\nvoid main() { result = vec4(1); }",
    },
    good: shaders! {
        Vertex "#pragma use_vulkan_memory_model\nvoid main() { gl_Position = vec4(0); }",
        Fragment "#pragma use_vulkan_memory_model\nlayout(location = 0) out vec4 result;\nvoid main() { result = vec4(1); }",
    },
    check: Check::Module(check),
};

const fn name(model: MemoryModel) -> &'static str {
    match model {
        MemoryModel::Glsl450 => "GLSL450",
        MemoryModel::Vulkan => "the Vulkan memory model",
    }
}

fn check(modules: &[&Module], _: Target, diagnostics: &mut Diagnostics) {
    let Some(first) = modules.first() else { return };
    if let Some(other) = modules.iter().find(|it| it.memory_model != first.memory_model) {
        diagnostics.push(has_other_model(first, other));
    }
}

#[cold]
fn has_other_model(first: &Module, other: &Module) -> Diagnostic {
    Diagnostic::error(RULE.code, whole(other), "shaders with different memory models cannot form one module")
        .with_label(format!("this one is compiled for {}", name(other.memory_model)))
        .with_secondary(whole(first), format!("this one is compiled for {}", name(first.memory_model)))
        .with_note(RULE.citation)
        .with_help("compile all of them for the Vulkan memory model with `--memory-model vulkan`")
}
