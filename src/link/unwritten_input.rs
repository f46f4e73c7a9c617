//! Inputs that nothing writes.

use super::pair::Pair;
use super::pipeline::whole;
use super::{Check, Rule, shaders};
use crate::diagnostics::{Code, Diagnostic, Diagnostics, with_article};

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::UnwrittenInput,
    citation: "Vulkan, Interface Matching; VUID-RuntimeSpirv-OpEntryPoint-08743",
    explanation: "Stages are matched by location and component. For each location and component of an input that a shader reads, the previous stage must declare an output; names do not matter. Without one, the driver rejects the pipeline or the shader reads garbage.",
    bad: shaders! {
        Vertex "layout(location = 0) out vec3 color;\nvoid main() { color = vec3(1); gl_Position = vec4(0); }",
        Fragment "layout(location = 1) in vec3 color;\nlayout(location = 0) out vec4 result;\nvoid main() { result = vec4(color, 1); }",
    },
    good: shaders! {
        Vertex "layout(location = 0) out vec3 color;\nvoid main() { color = vec3(1); gl_Position = vec4(0); }",
        Fragment "layout(location = 0) in vec3 color;\nlayout(location = 0) out vec4 result;\nvoid main() { result = vec4(color, 1); }",
    },
    check: Check::Pair(check),
};

fn check(pair: &Pair<'_>, diagnostics: &mut Diagnostics) {
    let from = pair.from().name();
    for (input, meeting) in pair.met() {
        let Some((location, component)) = meeting.missing else { continue };
        let own = input.name.rsplit('.').next().unwrap_or(&input.name);
        let same_name = |name: &str| name.rsplit('.').next() == Some(own);
        let diagnostic = match pair.found(meeting).next() {
            Some((output, found)) => {
                let what = if found.input_slot.location == location {
                    format!("component {component} of location {location}")
                } else {
                    format!("location {location}")
                };
                Diagnostic::error(
                    RULE.code,
                    input.span,
                    format!("the {from} shader writes only part of `{}`", input.name),
                )
                .with_label(format!("nothing is written to {what} of this `{}`", input.spelled))
                .with_secondary(output.span, format!("this is {}", with_article(&output.spelled)))
                .with_help("give both declarations one type")
            }
            None => {
                let message =
                    format!("no output of the {from} shader is at location {location}, where `{}` reads", input.name);
                let diagnostic =
                    Diagnostic::error(RULE.code, input.span, message).with_label("nothing is written to this");
                match pair.outputs.iter().find(|it| same_name(&it.name)) {
                    Some(output) => diagnostic
                        .with_secondary(output.span, format!("the output of this name is at location {}", output.location))
                        .with_help("give both declarations one location"),
                    None => diagnostic
                        .with_secondary(whole(pair.producer), "this shader declares no output there")
                        .with_help(format!(
                            "declare `layout(location = {location}) out {} {own};` in the {from} shader and write to it",
                            input.spelled
                        )),
                }
            }
        };
        diagnostics.push(diagnostic.with_note(RULE.citation));
    }
}
