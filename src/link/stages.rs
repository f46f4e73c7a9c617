//! Shaders that cannot be in one pipeline.

use super::pipeline::{Pipeline, whole};
use super::{Check, Rule, shaders};
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::hir::Module;
use crate::stage::Stage;

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::PipelineStages,
    citation: "Vulkan, VkGraphicsPipelineCreateInfo: stages of a pipeline",
    explanation: "A graphics pipeline has at most one shader of each stage. Its vertices come from a vertex shader or a mesh shader, and the two tessellation shaders go together.",
    bad: shaders! {
        Vertex "void main() { gl_Position = vec4(0); }",
        TessellationEvaluation "layout(triangles) in;\nvoid main() { gl_Position = gl_in[0].gl_Position; }",
    },
    good: shaders! {
        Vertex "void main() { gl_Position = vec4(0); }",
        TessellationControl "layout(vertices = 3) out;\nvoid main() { gl_TessLevelOuter[0] = 1; }",
        TessellationEvaluation "layout(triangles) in;\nvoid main() { gl_Position = gl_in[0].gl_Position; }",
    },
    check: Check::Pipeline(check),
};

/// Stages that exclude each other.
const ALTERNATIVES: &[(Stage, Stage)] = &[
    (Stage::Vertex, Stage::Task),
    (Stage::Vertex, Stage::Mesh),
    (Stage::TessellationControl, Stage::Mesh),
    (Stage::TessellationEvaluation, Stage::Mesh),
    (Stage::Geometry, Stage::Mesh),
];

/// A stage that needs another as soon as any of some further stages is present: checking only some stages of a pipeline
/// is fine.
const NEEDS: &[(Stage, Stage, &[Stage])] = &[
    (Stage::TessellationEvaluation, Stage::TessellationControl, &[Stage::Vertex]),
    (Stage::TessellationControl, Stage::TessellationEvaluation, &[Stage::Geometry, Stage::Fragment]),
    (Stage::Task, Stage::Mesh, &[Stage::Fragment]),
];

fn check(pipeline: &Pipeline<'_>, diagnostics: &mut Diagnostics) {
    let mut report = |wrong: &Module, other: &Module, message: String, help: String| {
        diagnostics.push(
            Diagnostic::error(RULE.code, whole(wrong), message)
                .with_label(format!("this is {} shader", wrong.entry_point.stage.facts().with_article()))
                .with_secondary(
                    whole(other),
                    format!("and this is {} shader", other.entry_point.stage.facts().with_article()),
                )
                .with_note(RULE.citation)
                .with_help(help),
        );
    };
    for (first, second) in pipeline.shaders.iter().zip(pipeline.shaders.iter().skip(1)) {
        let stage = first.entry_point.stage;
        if stage == second.entry_point.stage && !stage.facts().is_ray_tracing {
            let message = format!("two {} shaders cannot be in one pipeline", stage.name());
            report(second, first, message, "check each pipeline with a command of its own".to_owned());
        }
    }
    for &(one, other) in ALTERNATIVES {
        if let (Some(one), Some(other)) = (pipeline.of(one).next(), pipeline.of(other).next()) {
            let (stage, instead) = (one.entry_point.stage.facts(), other.entry_point.stage.name());
            let message = format!("{} shader cannot be in a pipeline with {instead} shaders", stage.with_article());
            report(one, other, message, "check each pipeline with a command of its own".to_owned());
        }
    }
    let mut variants = pipeline.shaders.iter().filter_map(|it| Some((*it, it.entry_point.variant?)));
    if let Some((first, one)) = variants.next()
        && let Some((wrong, other)) = variants.find(|(_, it)| it.extension != one.extension)
    {
        let message = format!("`{}` and `{}` have pipelines of their own", one.extension, other.extension);
        report(wrong, first, message, "write all shaders of a pipeline for one of them".to_owned());
    }
    for &(stage, needed, among) in NEEDS {
        let beside = among.iter().find_map(|it| pipeline.of(*it).next());
        if let (Some(wrong), Some(beside), false) = (pipeline.of(stage).next(), beside, pipeline.has(needed)) {
            let message = format!(
                "{} shader needs {} shader in its pipeline",
                stage.facts().with_article(),
                needed.facts().with_article()
            );
            report(wrong, beside, message, format!("add the {} shader to the command", needed.name()));
        }
    }
}
