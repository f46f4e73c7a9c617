//! Transform feedback in a stage that is not the last one before rasterization.

use super::pipeline::{Pipeline, whole};
use super::{Check, Rule, shaders};
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::hir::{ExecutionMode, Module};
use crate::stage::Stage;

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::FeedbackStage,
    citation: "VUID-VkGraphicsPipelineCreateInfo-pStages-02318",
    explanation: "Transform feedback captures the outputs of the last stage before rasterization: the geometry shader, or else the tessellation evaluation shader, or else the vertex shader. Only that shader may have `xfb_` layouts.",
    bad: shaders! {
        Vertex "layout(xfb_buffer = 0, xfb_offset = 0) out gl_PerVertex { vec4 gl_Position; };\nvoid main() { gl_Position = vec4(0); }",
        Geometry "layout(points) in;\nlayout(points, max_vertices = 1) out;\nvoid main() { gl_Position = vec4(0); EmitVertex(); }",
    },
    good: shaders! {
        Vertex "void main() { gl_Position = vec4(0); }",
        Geometry "layout(points) in;\nlayout(points, max_vertices = 1) out;\nlayout(xfb_buffer = 0, xfb_offset = 0) out gl_PerVertex { vec4 gl_Position; };\nvoid main() { gl_Position = vec4(0); EmitVertex(); }",
    },
    check: Check::Pipeline(check),
};

fn check(pipeline: &Pipeline<'_>, diagnostics: &mut Diagnostics) {
    let before =
        |stage: &Stage| !matches!(stage, Stage::Fragment | Stage::Mesh | Stage::Task) && !stage.facts().is_ray_tracing;
    let shaders: Vec<_> = pipeline.shaders.iter().filter(|it| before(&it.entry_point.stage)).collect();
    let Some((last, earlier)) = shaders.split_last() else { return };
    for shader in earlier {
        if shader.entry_point.stage == last.entry_point.stage
            || !shader.entry_point.modes.contains(&ExecutionMode::TransformFeedback)
        {
            continue;
        }
        diagnostics.push(outputs_are_not_captured(shader, last));
    }
}

#[cold]
fn outputs_are_not_captured(shader: &Module, last: &Module) -> Diagnostic {
    let (stage, last_stage) = (shader.entry_point.stage, last.entry_point.stage);
    let message = format!("the outputs of the {stage} shader are not captured: the {last_stage} shader comes after it");
    Diagnostic::error(RULE.code, whole(shader), message)
        .with_label("this shader has `xfb_` layouts")
        .with_secondary(whole(last), "this is the last shader before rasterization")
        .with_note(RULE.citation)
        .with_help(format!("move the `xfb_` layouts to the {last_stage} shader"))
}
