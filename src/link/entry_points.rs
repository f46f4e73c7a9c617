//! Two shaders of one stage in one module.

use super::pipeline::whole;
use super::{Check, Rule, shaders};
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::hir::Module;
use crate::target::Target;
use rustc_hash::FxHashMap;

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::LinkedEntryPoints,
    citation: "SPIR-V, OpEntryPoint: two entry points with one execution model have two names",
    explanation: "In the module that `--link` makes, every entry point is called `main` and is told apart by its stage. So there can be one shader per stage. Compile shaders of the same stage to separate modules.",
    bad: shaders! {
        ClosestHit "#extension GL_EXT_ray_tracing : require\nlayout(location = 0) rayPayloadInEXT vec4 color;\nvoid main() { color = vec4(1); }",
        ClosestHit "#extension GL_EXT_ray_tracing : require\nlayout(location = 0) rayPayloadInEXT vec4 color;\nvoid main() { color = vec4(0); }",
    },
    good: shaders! {
        ClosestHit "#extension GL_EXT_ray_tracing : require\nlayout(location = 0) rayPayloadInEXT vec4 color;\nvoid main() { color = vec4(1); }",
        Miss "#extension GL_EXT_ray_tracing : require\nlayout(location = 0) rayPayloadInEXT vec4 color;\nvoid main() { color = vec4(0); }",
    },
    check: Check::Module(check),
};

fn check(modules: &[&Module], _: Target, diagnostics: &mut Diagnostics) {
    let mut seen = FxHashMap::default();
    for module in modules {
        let stage = module.entry_point.stage;
        let first: &Module = seen.entry(stage).or_insert(*module);
        if !std::ptr::eq(first, *module) {
            diagnostics.push(two_shaders_of_one_stage(first, module));
        }
    }
}

#[cold]
fn two_shaders_of_one_stage(first: &Module, second: &Module) -> Diagnostic {
    let message = format!("one module cannot have two {} shaders", second.entry_point.stage);
    Diagnostic::error(RULE.code, whole(second), message)
        .with_label("this is the second")
        .with_secondary(whole(first), "this is the first")
        .with_note(RULE.citation)
        .with_help("compile them without `--link`, each to a module of its own")
}
