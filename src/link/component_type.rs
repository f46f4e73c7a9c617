//! Inputs whose components have another type than those that were written.

use super::interface::Part;
use super::pair::{Found, Pair, number_text};
use super::{Check, Rule, shaders};
use crate::diagnostics::{Code, Diagnostic, Diagnostics, with_article};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::InterfaceComponent,
    citation: "Vulkan, Interface Matching; VUID-RuntimeSpirv-OpEntryPoint-07754",
    explanation: "Nothing is converted between two stages. An input must have the type and width of the output in each of its components: `float` bits read as `int` are a different number, and most drivers give undefined values.",
    bad: shaders! {
        Vertex "layout(location = 0) flat out int kind;\nvoid main() { kind = 1; gl_Position = vec4(0); }",
        Fragment "layout(location = 0) flat in float kind;\nlayout(location = 0) out vec4 result;\nvoid main() { result = vec4(kind); }",
    },
    good: shaders! {
        Vertex "layout(location = 0) flat out int kind;\nvoid main() { kind = 1; gl_Position = vec4(0); }",
        Fragment "layout(location = 0) flat in int kind;\nlayout(location = 0) out vec4 result;\nvoid main() { result = vec4(kind); }",
    },
    check: Check::Pair(check),
};

fn check(pair: &Pair<'_>, diagnostics: &mut Diagnostics) {
    for (input, meeting) in pair.met() {
        let differs = |found: &&Found| found.input_slot.number != found.output_slot.number;
        let Some(found) = meeting.found.iter().find(differs) else { continue };
        let Some(output) = pair.outputs.get(found.output) else { continue };
        diagnostics.push(reads_other_type(pair, input, output, found));
    }
}

#[cold]
fn reads_other_type(pair: &Pair<'_>, input: &Part, output: &Part, found: &Found) -> Diagnostic {
    let (read, written) = (number_text(found.input_slot.number), number_text(found.output_slot.number));
    let at = if input.slots.len() > 1 { format!(" at location {}", found.input_slot.location) } else { String::new() };
    let message = format!("`{}` reads `{read}`{at}, but the {} shader writes `{written}`", input.name, pair.from());
    Diagnostic::error(RULE.code, input.span, message)
        .with_label(format!("this is {}", with_article(&input.spelled)))
        .with_secondary(output.span, format!("`{}` is {}", output.name, with_article(&output.spelled)))
        .with_note(RULE.citation)
        .with_help("give both declarations one type, and convert in one of the shaders")
}
