//! Interpolation declared on the side where it has no effect.

use super::interface::Part;
use super::pair::Pair;
use super::{Check, Rule, shaders};
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::hir::{Interpolation, Sampling};
use crate::stage::Stage;

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::InterpolationIgnored,
    citation: "Vulkan, Interface Matching and Interpolation Decorations; GLSL 4.60, 4.5",
    explanation: "The fragment shader alone decides how its inputs are interpolated. `flat`, `noperspective`, `centroid` and `sample` on the output have no effect if the input does not have them too.",
    bad: shaders! {
        Vertex "layout(location = 0) flat out vec3 color;\nvoid main() { color = vec3(1); gl_Position = vec4(0); }",
        Fragment "layout(location = 0) in vec3 color;\nlayout(location = 0) out vec4 result;\nvoid main() { result = vec4(color, 1); }",
    },
    good: shaders! {
        Vertex "layout(location = 0) flat out vec3 color;\nvoid main() { color = vec3(1); gl_Position = vec4(0); }",
        Fragment "layout(location = 0) flat in vec3 color;\nlayout(location = 0) out vec4 result;\nvoid main() { result = vec4(color, 1); }",
    },
    check: Check::Pair(check),
};

/// The words of a declaration, without those that state the default.
fn words(part: &Part) -> Vec<&'static str> {
    let interpolation = match part.interpolation {
        None | Some(Interpolation::Smooth) => None,
        Some(Interpolation::Flat) => Some("flat"),
        Some(Interpolation::NoPerspective) => Some("noperspective"),
        Some(Interpolation::Explicit) => Some("__explicitInterpAMD"),
    };
    let sampling = part.sampling.map(|it| match it {
        Sampling::Centroid => "centroid",
        Sampling::Sample => "sample",
    });
    interpolation.into_iter().chain(sampling).collect()
}

fn check(pair: &Pair<'_>, diagnostics: &mut Diagnostics) {
    if pair.to() != Stage::Fragment {
        return;
    }
    for (input, meeting) in pair.met() {
        // Fixing the type of the input fixes its interpolation, as integers are `flat`.
        if meeting.found.iter().any(|it| it.input_slot.number != it.output_slot.number) {
            continue;
        }
        let read = words(input);
        let ignored = |output: &Part| words(output).into_iter().find(|word| !read.contains(word));
        let Some((output, word)) = pair.found(meeting).find_map(|(output, _)| Some((output, ignored(output)?))) else {
            continue;
        };
        diagnostics.push(has_no_effect(word, input, output));
    }
}

#[cold]
fn has_no_effect(word: &str, input: &Part, output: &Part) -> Diagnostic {
    let read = words(input);
    let said = if read.is_empty() { "`smooth`".to_owned() } else { format!("`{}`", read.join(" ")) };
    let message = format!(
        "`{word}` on the output has no effect: the fragment shader decides how `{}` is interpolated",
        input.name
    );
    Diagnostic::warning(RULE.code, input.span, message)
        .with_label(format!("this is {said}"))
        .with_secondary(output.span, format!("this is `{}`", words(output).join(" ")))
        .with_note(RULE.citation)
        .with_help(format!("declare the input with `{word}`, or the output without it"))
}
