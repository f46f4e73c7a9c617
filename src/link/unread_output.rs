//! Outputs that the next stage does not read.

use super::interface::Part;
use super::pair::Pair;
use super::pipeline::whole;
use super::{Check, Rule, shaders};
use crate::diagnostics::{Code, Diagnostic, Diagnostics};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::UnreadOutput,
    citation: "Vulkan, Interface Matching",
    explanation: "An output that the next stage does not read is allowed, but may cost time and memory. Reported with `-Wall`.",
    bad: shaders! {
        Vertex "layout(location = 0) out vec3 color;\nvoid main() { color = vec3(1); gl_Position = vec4(0); }",
        Fragment "layout(location = 0) out vec4 result;\nvoid main() { result = vec4(1); }",
    },
    good: shaders! {
        Vertex "void main() { gl_Position = vec4(0); }",
        Fragment "layout(location = 0) out vec4 result;\nvoid main() { result = vec4(1); }",
    },
    check: Check::Pair(check),
};

fn check(pair: &Pair<'_>, diagnostics: &mut Diagnostics) {
    let mut is_read = vec![false; pair.outputs.len()];
    for found in pair.meetings.iter().flat_map(|it| &it.found) {
        if let Some(flag) = is_read.get_mut(found.output) {
            *flag = true;
        }
    }
    for (output, _) in
        pair.outputs.iter().zip(is_read).filter(|(output, is_read)| !is_read && output.feedback.is_none())
    {
        diagnostics.push(does_not_read(pair, output));
    }
}

#[cold]
fn does_not_read(pair: &Pair<'_>, output: &Part) -> Diagnostic {
    let message = format!("the {} shader does not read `{}`", pair.to(), output.name);
    Diagnostic::warning(RULE.code, output.span, message)
        .with_label(format!("this is at location {}", output.location))
        .with_secondary(whole(pair.consumer), "this shader reads nothing there")
        .with_note(RULE.citation)
        .with_help("remove the output if no other shader reads it")
}
