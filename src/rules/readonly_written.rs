//! Lint: `readonly` memory is not written through a buffer reference.
//!
//! GLSL 4.60, 4.10
//!
//! Checked by `sema`, which sees the operation.

use super::{Check, Rule, shader};
use crate::diagnostics::Code;

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::ReadonlyWritten,
    citation: "GLSL 4.60, 4.10: a variable qualified `readonly` may only be read",
    explanation: "Other compilers do not check buffer references, and existing shaders write through them, so this is only a warning; the memory is then not NonWritable in SPIR-V. Writing to `readonly` memory of a bound buffer is an error, GS0309.",
    bad: shader!(
        "#extension GL_EXT_buffer_reference : require\nlayout(buffer_reference) readonly buffer Words { uint word; };\nlayout(push_constant) uniform Push { Words words; };",
        "words.word = 1u;"
    ),
    good: shader!(
        "#extension GL_EXT_buffer_reference : require\nlayout(buffer_reference) buffer Words { uint word; };\nlayout(push_constant) uniform Push { Words words; };",
        "words.word = 1u;"
    ),
    check: Check::Elsewhere,
};
