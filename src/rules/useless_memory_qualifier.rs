//! Lint: `readonly` and `restrict` have no effect on memory that no shader writes, and `restrict` has none on private
//! memory.
//!
//! GLSL 4.60, 4.10
//!
//! Checked by `sema`, which knows where each qualifier stands.

use super::{Check, Rule, shader};
use crate::diagnostics::Code;

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::UselessMemoryQualifier,
    citation: "GLSL 4.60, 4.10: memory qualifiers are only supported in the declarations of image variables, buffer variables, and shader storage blocks",
    explanation: "Uniform blocks and samplers are read-only anyway, and nothing else can reach the variables of a function. Other compilers accept the qualifier and it changes nothing, so glslsub only warns. Qualifiers that would have an effect are errors, GS0717 and GS0719.",
    bad: shader!("layout(binding = 0) readonly uniform Settings { uint value; };", "uint seen = value;"),
    good: shader!("layout(binding = 0) uniform Settings { uint value; };", "uint seen = value;"),
    check: Check::Elsewhere,
};
