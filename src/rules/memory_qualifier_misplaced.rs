//! Memory qualifiers are for buffers and images.
//!
//! GLSL 4.60, 4.10; GL_KHR_memory_scope_semantics, 4.10
//!
//! Checked by `sema`, which knows where each qualifier stands.

use super::{Check, Rule, shader};
use crate::diagnostics::Code;

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::MemoryQualifierMisplaced,
    citation: "GLSL 4.60, 4.10; GL_KHR_memory_scope_semantics, 4.10",
    explanation: "Memory qualifiers say how invocations share memory. Local variables, members of plain structures and parameters passed by value are not shared.",
    bad: shader!("devicecoherent uint local = 1u;\n    value = local;"),
    good: shader!("uint local = 1u;\n    value = local;"),
    check: Check::Elsewhere,
};
