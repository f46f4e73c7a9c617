//! A declaration is coherent at one scope.
//!
//! GL_KHR_memory_scope_semantics, 4.10: more than one of devicecoherent, queuefamilycoherent, workgroupcoherent and
//! subgroupcoherent is an error; coherent is queuefamilycoherent
//!
//! Checked by `sema`, which knows where each qualifier stands.

use super::{Check, Rule, shader};
use crate::diagnostics::Code;

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::SeveralCoherences,
    citation: "GL_KHR_memory_scope_semantics, 4.10: more than one of devicecoherent, queuefamilycoherent, workgroupcoherent and subgroupcoherent is an error; coherent is queuefamilycoherent",
    explanation: "A variable is coherent at one scope. A member may be coherent at a different scope than its block; then the wider scope applies.",
    bad: shader!("layout(binding = 0) devicecoherent workgroupcoherent buffer Data { uint value; };", "value = 1u;"),
    good: shader!("layout(binding = 0) devicecoherent buffer Data { uint value; };", "value = 1u;"),
    check: Check::Elsewhere,
};
