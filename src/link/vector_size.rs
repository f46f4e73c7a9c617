//! Inputs with fewer components than the output vector, which devices before Vulkan 1.3 need not support.

use super::interface::Part;
use super::pair::Pair;
use super::{Check, Rule, shaders};
use crate::diagnostics::{Code, Diagnostic, Diagnostics, with_article};
use crate::target::TargetEnvironment;

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::InterfaceVectorSize,
    citation: "VUID-RuntimeSpirv-maintenance4-06817",
    explanation: "An input may be a shorter vector than the output that it reads: it gets the first components. This needs `maintenance4`, which is part of Vulkan 1.3 and optional before. Reported with `-Wall`, for earlier targets.",
    bad: shaders! {
        Vertex "layout(location = 0) out vec4 color;\nvoid main() { color = vec4(1); gl_Position = vec4(0); }",
        Fragment "layout(location = 0) in vec3 color;\nlayout(location = 0) out vec4 result;\nvoid main() { result = vec4(color, 1); }",
    },
    good: shaders! {
        Vertex "layout(location = 0) out vec4 color;\nvoid main() { color = vec4(1); gl_Position = vec4(0); }",
        Fragment "layout(location = 0) in vec4 color;\nlayout(location = 0) out vec4 result;\nvoid main() { result = color; }",
    },
    check: Check::Pair(check),
};

fn check(pair: &Pair<'_>, diagnostics: &mut Diagnostics) {
    if pair.target.environment >= TargetEnvironment::Vulkan1_3 {
        return;
    }
    for (input, meeting) in pair.met() {
        let is_shorter = |found: &super::pair::Found| {
            let (read, written) = (found.input_slot, found.output_slot);
            read.length > 1 && read.length < written.length && read.component == written.component
        };
        let Some((output, _)) = pair.found(meeting).find(|(_, found)| is_shorter(found)) else { continue };
        diagnostics.push(takes_part_of_vector(input, output));
    }
}

#[cold]
fn takes_part_of_vector(input: &Part, output: &Part) -> Diagnostic {
    let message = format!("`{}` takes a part of a longer vector, which needs `maintenance4`", input.name);
    Diagnostic::warning(RULE.code, input.span, message)
        .with_label(format!("this is {}", with_article(&input.spelled)))
        .with_secondary(output.span, format!("this is {}", with_article(&output.spelled)))
        .with_note(RULE.citation)
        .with_help("give both declarations one type, or compile with `--target-env vulkan1.3`")
}
