//! Uniform blocks and samplers are at most `nonprivate`.
//!
//! GL_KHR_memory_scope_semantics, 4.10: any other memory qualifier on sampler variables or uniform blocks or block
//! members is an error
//!
//! Checked by `sema`, which knows where each qualifier stands.

use super::{Check, Rule, shader};
use crate::diagnostics::Code;

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::ReadOnlyMemoryQualifier,
    citation: "GL_KHR_memory_scope_semantics, 4.10: any other memory qualifier on sampler variables or uniform blocks or block members is an error",
    explanation: "No shader writes them, so nothing has to become visible. `nonprivate` orders reads after barriers, for memory that is also written through another binding.",
    bad: shader!("layout(binding = 0) coherent uniform Settings { uint value; };", "uint seen = value;"),
    good: shader!("layout(binding = 0) nonprivate uniform Settings { uint value; };", "uint seen = value;"),
    check: Check::Elsewhere,
};
