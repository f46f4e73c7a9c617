//! The primitives that tessellation generates and a geometry shader takes.

use super::pair::Pair;
use super::pipeline::whole;
use super::{Check, Rule, shaders};
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::hir::ExecutionMode;
use crate::stage::Stage;

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::PrimitiveMismatch,
    citation: "VUID-VkGraphicsPipelineCreateInfo-pStages-00739",
    explanation: "A geometry shader after tessellation takes the primitives that tessellation produces: points with `point_mode`, otherwise lines for `isolines` and triangles for `triangles` and `quads`. Adjacency exists only without tessellation.",
    bad: shaders! {
        TessellationEvaluation "layout(isolines) in;\nvoid main() { gl_Position = gl_in[0].gl_Position; }",
        Geometry "layout(triangles) in;\nlayout(points, max_vertices = 1) out;\nvoid main() { gl_Position = gl_in[0].gl_Position; EmitVertex(); }",
    },
    good: shaders! {
        TessellationEvaluation "layout(isolines) in;\nvoid main() { gl_Position = gl_in[0].gl_Position; }",
        Geometry "layout(lines) in;\nlayout(points, max_vertices = 1) out;\nvoid main() { gl_Position = gl_in[0].gl_Position; EmitVertex(); }",
    },
    check: Check::Pair(check),
};

/// The layout of an evaluation shader with its name, and the matching layout of a geometry shader. The first one
/// present counts.
const MADE: &[(ExecutionMode, &str, ExecutionMode, &str)] = &[
    (ExecutionMode::PointMode, "point_mode", ExecutionMode::InputPoints, "points"),
    (ExecutionMode::Isolines, "isolines", ExecutionMode::InputLines, "lines"),
    (ExecutionMode::Triangles, "triangles", ExecutionMode::Triangles, "triangles"),
    (ExecutionMode::Quads, "quads", ExecutionMode::Triangles, "triangles"),
];

/// The layouts of geometry shaders.
const TAKEN: &[(ExecutionMode, &str)] = &[
    (ExecutionMode::InputPoints, "points"),
    (ExecutionMode::InputLines, "lines"),
    (ExecutionMode::InputLinesAdjacency, "lines_adjacency"),
    (ExecutionMode::Triangles, "triangles"),
    (ExecutionMode::InputTrianglesAdjacency, "triangles_adjacency"),
];

fn check(pair: &Pair<'_>, diagnostics: &mut Diagnostics) {
    if (pair.from(), pair.to()) != (Stage::TessellationEvaluation, Stage::Geometry) {
        return;
    }
    let (making, taking) = (&pair.producer.entry_point.modes, &pair.consumer.entry_point.modes);
    let Some(&(_, made, fitting, word)) = MADE.iter().find(|(mode, ..)| making.contains(mode)) else { return };
    let Some(&(taken, other)) = TAKEN.iter().find(|(mode, _)| taking.contains(mode)) else { return };
    if taken != fitting {
        diagnostics.push(expects_other_primitives(pair, other, word, made));
    }
}

#[cold]
fn expects_other_primitives(pair: &Pair<'_>, other: &str, word: &str, made: &str) -> Diagnostic {
    let message = format!("the geometry shader expects `{other}`, but tessellation produces {word} from `{made}`");
    Diagnostic::error(RULE.code, whole(pair.consumer), message)
        .with_label(format!("this shader expects `{other}`"))
        .with_secondary(whole(pair.producer), format!("this one produces {word}"))
        .with_note(RULE.citation)
        .with_help(format!("write `layout({word}) in;` in the geometry shader"))
}
