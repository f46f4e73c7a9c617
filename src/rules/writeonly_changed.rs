//! Lint: `writeonly` memory is not changed by an operation that reads it first.
//!
//! GLSL 4.60, 4.10
//!
//! Checked by `sema`, which sees the operation.

use super::{Check, Rule, shader};
use crate::diagnostics::Code;

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::WriteonlyChanged,
    citation: "GLSL 4.60, 4.10: a variable qualified `writeonly` may only be written",
    explanation: "`+=`, `++`, `--`, atomic functions and `inout` arguments read before they write. Other compilers accept this, so glslsub does too; the memory is then not NonReadable in SPIR-V. Only reading it, as in `x = value`, is an error.",
    bad: shader!("layout(binding = 0) writeonly buffer Data { uint value; };", "value |= 1u;"),
    good: shader!("value |= 1u;"),
    check: Check::Elsewhere,
};
