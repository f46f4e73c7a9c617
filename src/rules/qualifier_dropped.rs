//! A parameter keeps the qualifiers of its argument.
//!
//! GLSL 4.60, 4.10; GL_KHR_memory_scope_semantics, 4.10: arguments may not be passed to formal parameters that lack
//! their qualifiers
//!
//! Checked by `sema`, which knows where each qualifier stands.

use super::{Check, Rule, shader};
use crate::diagnostics::Code;

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::QualifierDropped,
    citation: "GLSL 4.60, 4.10; GL_KHR_memory_scope_semantics, 4.10: arguments may not be passed to formal parameters that lack their qualifiers",
    explanation: "The function accesses memory as its parameter is declared. A parameter may ask for more, such as a wider scope, but never for less. `restrict` may be left out.",
    bad: shader!(
        "layout(binding = 0, r32ui) uniform devicecoherent uimage2D image;\nvoid clear(workgroupcoherent layout(r32ui) uimage2D target) { imageStore(target, ivec2(0), uvec4(0)); }",
        "clear(image);"
    ),
    good: shader!(
        "layout(binding = 0, r32ui) uniform devicecoherent uimage2D image;\nvoid clear(devicecoherent layout(r32ui) uimage2D target) { imageStore(target, ivec2(0), uvec4(0)); }",
        "clear(image);"
    ),
    check: Check::Elsewhere,
};
