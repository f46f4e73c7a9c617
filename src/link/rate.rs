//! Inputs per patch or primitive where the outputs are per vertex, and the reverse.

use super::interface::Part;
use super::pair::Pair;
use super::{Check, Rule, shaders};
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::hir::InterfaceRate;

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::InterfaceRate,
    citation: "Vulkan, Interface Matching; VUID-RuntimeSpirv-OpVariable-08746",
    explanation: "`patch`, `perprimitiveEXT` and `perTaskNV` say how often an output is written. The stage that reads it must use the same qualifier.",
    bad: shaders! {
        TessellationControl "layout(vertices = 3) out;\nlayout(location = 0) patch out vec3 tint;\nvoid main() { tint = vec3(1); }",
        TessellationEvaluation "layout(triangles) in;\nlayout(location = 0) in vec3 tint[];\nvoid main() { gl_Position = vec4(tint[0], 1); }",
    },
    good: shaders! {
        TessellationControl "layout(vertices = 3) out;\nlayout(location = 0) patch out vec3 tint;\nvoid main() { tint = vec3(1); }",
        TessellationEvaluation "layout(triangles) in;\nlayout(location = 0) patch in vec3 tint;\nvoid main() { gl_Position = vec4(tint, 1); }",
    },
    check: Check::Pair(check),
};

/// The unit of a rate, and the qualifier that sets it.
const fn text(rate: Option<InterfaceRate>) -> (&'static str, Option<&'static str>) {
    match rate {
        Some(InterfaceRate::Patch) => ("patch", Some("patch")),
        Some(InterfaceRate::Primitive) => ("primitive", Some("perprimitiveEXT")),
        Some(InterfaceRate::Task) => ("task", Some("perTaskNV")),
        Some(InterfaceRate::Vertex) | None => ("vertex", None),
    }
}

fn check(pair: &Pair<'_>, diagnostics: &mut Diagnostics) {
    for (input, meeting) in pair.met() {
        let Some((output, _)) = pair.found(meeting).find(|(output, _)| output.rate != input.rate) else { continue };
        let missing = match (text(input.rate).1, text(output.rate).1) {
            (_, Some(other)) => ("input", other),
            (Some(word), None) => ("output", word),
            (None, None) => continue,
        };
        diagnostics.push(read_at_other_rate(input, output, missing));
    }
}

/// `word` is the qualifier that the declaration on one `side` lacks.
#[cold]
fn read_at_other_rate(input: &Part, output: &Part, (side, word): (&str, &str)) -> Diagnostic {
    let ((read, _), (written, _)) = (text(input.rate), text(output.rate));
    let message = format!("`{}` is read once per {read}, but written once per {written}", input.name);
    Diagnostic::error(RULE.code, input.span, message)
        .with_label(format!("one per {read}"))
        .with_secondary(output.span, format!("one per {written}"))
        .with_note(RULE.citation)
        .with_help(format!("declare the {side} with `{word}` too"))
}
