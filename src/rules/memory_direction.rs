//! A built-in does not read `writeonly` or write `readonly` memory.
//!
//! GLSL 4.60, 4.10; GL_KHR_memory_scope_semantics, 8.11: atomicLoad takes `in`, atomicStore takes `out`, the others
//! `inout`
//!
//! Checked by `sema`, which sees the argument before it becomes a pointer.

use super::{Check, Rule, shader};
use crate::diagnostics::Code;

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::MemoryDirection,
    citation: "GLSL 4.60, 4.10; GL_KHR_memory_scope_semantics, 8.11: atomicLoad takes `in`, atomicStore takes `out`, the others `inout`",
    explanation: "`atomicLoad` may read `readonly` memory and `atomicStore` may write `writeonly` memory. All other atomic functions read and write; on `writeonly` memory that is only a warning, GS0753.",
    bad: shader!("layout(binding = 0) readonly buffer Data { uint value; };", "atomicAdd(value, 1u);"),
    good: shader!(
        "layout(binding = 0) writeonly buffer Data { uint value; };",
        "atomicStore(value, 1u, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);"
    ),
    check: Check::Elsewhere,
};
