//! Push constants whose members differ.

use super::binding_contents::report;
use super::pipeline::Pipeline;
use super::resource::push_constants;
use super::{Check, Rule, shaders};
use crate::diagnostics::{Code, Diagnostics};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::PushConstantContents,
    citation: "Vulkan, Push Constant Interface: all stages read the same bytes",
    explanation: "The push constants of a pipeline are one range of bytes for all stages. A block may leave out what its shader does not need, with `layout(offset = 64)` for what comes later; where two blocks overlap, their members should have the same types.",
    bad: shaders! {
        Vertex "layout(push_constant) uniform Push { vec4 position; };\nvoid main() { gl_Position = position; }",
        Fragment "layout(push_constant) uniform Push { uvec4 color; };\nlayout(location = 0) out vec4 result;\nvoid main() { result = color; }",
    },
    good: shaders! {
        Vertex "layout(push_constant) uniform Push { vec4 position; };\nvoid main() { gl_Position = position; }",
        Fragment "layout(push_constant) uniform Push { layout(offset = 16) uvec4 color; };\nlayout(location = 0) out vec4 result;\nvoid main() { result = color; }",
    },
    check: Check::Pipeline(check),
};

fn check(pipeline: &Pipeline<'_>, diagnostics: &mut Diagnostics) {
    let Some(shared) = push_constants(pipeline) else { return };
    let Some(first) = shared.first.first() else { return };
    for resource in &shared.others {
        report(&RULE, *first, *resource, diagnostics);
    }
}
