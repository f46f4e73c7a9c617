//! Atomic functions work on memory in buffers and on `shared` variables.
//!
//! GLSL 4.60, 8.11; VUID-StandaloneSpirv-None-04686
//!
//! Checked by `sema`, which sees the argument before it becomes a pointer.

use super::{Check, Rule, shader};
use crate::diagnostics::Code;

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::AtomicMemory,
    citation: "GLSL 4.60, 8.11; VUID-StandaloneSpirv-None-04686",
    explanation: "Other memory is private to one invocation or read-only. Elements, members and single components of vectors are fine.",
    bad: shader!("uint local = 0u;\n    atomicAdd(local, 1u);"),
    good: shader!("atomicAdd(value, 1u);"),
    check: Check::Elsewhere,
};
