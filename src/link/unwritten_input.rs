//! Inputs that nothing writes.

use super::interface::Part;
use super::pair::{Found, Pair};
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
    for (input, meeting) in pair.met() {
        let Some(missing) = meeting.missing else { continue };
        let own = input.name.rsplit('.').next().unwrap_or(&input.name);
        let same_name = |name: &str| name.rsplit('.').next() == Some(own);
        diagnostics.push(match pair.found(meeting).next() {
            Some(part) => writes_only_part(pair, input, part, missing),
            None => match pair.outputs.iter().find(|it| same_name(&it.name)) {
                Some(output) => output_is_elsewhere(pair, input, missing.0, output),
                None => declares_no_output(pair, (input, own), missing.0),
            },
        });
    }
}

#[cold]
fn writes_only_part(
    pair: &Pair<'_>,
    input: &Part,
    (output, found): (&Part, &Found),
    (location, component): (u32, u32),
) -> Diagnostic {
    let what = if found.input_slot.location == location {
        format!("component {component} of location {location}")
    } else {
        format!("location {location}")
    };
    let message = format!("the {} shader writes only part of `{}`", pair.from().name(), input.name);
    Diagnostic::error(RULE.code, input.span, message)
        .with_label(format!("nothing is written to {what} of this `{}`", input.spelled))
        .with_secondary(output.span, format!("this is {}", with_article(&output.spelled)))
        .with_note(RULE.citation)
        .with_help("give both declarations one type")
}

#[cold]
fn output_is_elsewhere(pair: &Pair<'_>, input: &Part, location: u32, output: &Part) -> Diagnostic {
    no_output_there(pair, input, location)
        .with_secondary(output.span, format!("the output of this name is at location {}", output.location))
        .with_help("give both declarations one location")
}

#[cold]
fn declares_no_output(pair: &Pair<'_>, (input, own): (&Part, &str), location: u32) -> Diagnostic {
    let (from, spelled) = (pair.from().name(), &input.spelled);
    no_output_there(pair, input, location)
        .with_secondary(whole(pair.producer), "this shader declares no output there")
        .with_help(format!(
            "declare `layout(location = {location}) out {spelled} {own};` in the {from} shader and write to it"
        ))
}

/// What both of these say.
#[cold]
fn no_output_there(pair: &Pair<'_>, input: &Part, location: u32) -> Diagnostic {
    let (from, name) = (pair.from().name(), &input.name);
    let message = format!("no output of the {from} shader is at location {location}, where `{name}` reads");
    Diagnostic::error(RULE.code, input.span, message).with_label("nothing is written to this").with_note(RULE.citation)
}
