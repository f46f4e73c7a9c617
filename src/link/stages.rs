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
    for (first, second) in pipeline.shaders.iter().zip(pipeline.shaders.iter().skip(1)) {
        let stage = first.entry_point.stage;
        if stage == second.entry_point.stage && !stage.facts().is_ray_tracing {
            diagnostics.push(two_shaders_of_one_stage(second, first));
        }
    }
    for &(one, other) in ALTERNATIVES {
        if let (Some(one), Some(other)) = (pipeline.of(one).next(), pipeline.of(other).next()) {
            diagnostics.push(stages_exclude_each_other(one, other));
        }
    }
    let mut variants = pipeline.shaders.iter().filter_map(|it| Some((*it, it.entry_point.variant?)));
    if let Some((first, one)) = variants.next()
        && let Some((wrong, other)) = variants.find(|(_, it)| it.extension != one.extension)
    {
        diagnostics.push(have_own_pipelines((wrong, other.extension), (first, one.extension)));
    }
    for &(stage, needed, among) in NEEDS {
        let beside = among.iter().find_map(|it| pipeline.of(*it).next());
        if let (Some(wrong), Some(beside), false) = (pipeline.of(stage).next(), beside, pipeline.has(needed)) {
            diagnostics.push(needs_other_stage(wrong, beside, needed));
        }
    }
}

#[cold]
fn two_shaders_of_one_stage(wrong: &Module, other: &Module) -> Diagnostic {
    let message = format!("two {} shaders cannot be in one pipeline", wrong.entry_point.stage.name());
    in_one_pipeline(wrong, other, message, "check each pipeline with a command of its own")
}

#[cold]
fn stages_exclude_each_other(wrong: &Module, other: &Module) -> Diagnostic {
    let (stage, instead) = (wrong.entry_point.stage.facts(), other.entry_point.stage.name());
    let message = format!("{} shader cannot be in a pipeline with {instead} shaders", stage.with_article());
    in_one_pipeline(wrong, other, message, "check each pipeline with a command of its own")
}

#[cold]
fn have_own_pipelines((wrong, other): (&Module, &str), (first, one): (&Module, &str)) -> Diagnostic {
    let message = format!("`{one}` and `{other}` have pipelines of their own");
    in_one_pipeline(wrong, first, message, "write all shaders of a pipeline for one of them")
}

#[cold]
fn needs_other_stage(wrong: &Module, beside: &Module, needed: Stage) -> Diagnostic {
    let (stage, other) = (wrong.entry_point.stage.facts().with_article(), needed.facts().with_article());
    let message = format!("{stage} shader needs {other} shader in its pipeline");
    in_one_pipeline(wrong, beside, message, format!("add the {} shader to the command", needed.name()))
}

/// What all of these say: which two shaders are in the pipeline.
#[cold]
fn in_one_pipeline(wrong: &Module, other: &Module, message: String, help: impl Into<String>) -> Diagnostic {
    let stage = |module: &Module| module.entry_point.stage.facts().with_article();
    Diagnostic::error(RULE.code, whole(wrong), message)
        .with_label(format!("this is {} shader", stage(wrong)))
        .with_secondary(whole(other), format!("and this is {} shader", stage(other)))
        .with_note(RULE.citation)
        .with_help(help)
}
