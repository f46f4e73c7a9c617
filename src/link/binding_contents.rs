//! Buffers of one binding whose members differ.

use super::binding_kind::kind;
use super::block::{Place, difference};
use super::pipeline::Pipeline;
use super::resource::{Resource, shared};
use super::{Check, Rule, shaders};
use crate::diagnostics::{Code, Diagnostic, Diagnostics};
use crate::hir::BindingKind;

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::BindingContents,
    citation: "GLSL 4.60, 4.3.9: matching of blocks; Vulkan only sees bytes",
    explanation: "All shaders of a pipeline see the same bytes at a binding. A uniform buffer in which one shader reads `float` and another reads `int`, or in which a member has moved, is usually a struct that was changed in one file only. Storage buffers are often read in several ways on purpose, so they are not compared.",
    bad: shaders! {
        Vertex "layout(binding = 0) uniform Camera { mat4 view; vec4 position; };\nvoid main() { gl_Position = view[0] + position; }",
        Fragment "layout(binding = 0) uniform Camera { mat4 view; ivec4 position; };\nlayout(location = 0) out vec4 result;\nvoid main() { result = position; }",
    },
    good: shaders! {
        Vertex "layout(binding = 0) uniform Camera { mat4 view; vec4 position; };\nvoid main() { gl_Position = view[0] + position; }",
        Fragment "layout(binding = 0) uniform Camera { mat4 view; vec4 position; };\nlayout(location = 0) out vec4 result;\nvoid main() { result = position; }",
    },
    check: Check::Pipeline(check),
};

fn check(pipeline: &Pipeline<'_>, diagnostics: &mut Diagnostics) {
    for shared in shared(pipeline) {
        for resource in shared.others.iter().filter(|it| kind(it) == BindingKind::UniformBuffer) {
            let mut buffers = shared.first.iter().filter(|it| kind(it) == BindingKind::UniformBuffer);
            let Some(first) = buffers.next() else { continue };
            if buffers.all(|it| difference(*it, *resource).is_some()) {
                report(&RULE, *first, *resource, diagnostics);
            }
        }
    }
}

/// Warns about the first place where two blocks hold different numbers, if there is one.
pub(super) fn report(rule: &Rule, first: Resource<'_>, second: Resource<'_>, diagnostics: &mut Diagnostics) {
    let Some((there, here)) = difference(first, second) else { return };
    diagnostics.push(reads_other_type(rule, first, &there, &here));
}

#[cold]
fn reads_other_type(rule: &Rule, first: Resource<'_>, there: &Place, here: &Place) -> Diagnostic {
    let offset = there.offset.max(here.offset);
    let stage = first.module.entry_point.stage;
    let message = format!("the {stage} shader reads byte {offset} of this block as a different type");
    Diagnostic::warning(rule.code, here.span, message)
        .with_label(format!("this is `{} {}`", here.spelled, here.member))
        .with_secondary(there.span, format!("this is `{} {}`", there.spelled, there.member))
        .with_note(rule.citation)
        .with_help("declare the block in one included file")
}
