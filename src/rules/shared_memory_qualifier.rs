//! A `shared` variable has no memory qualifier.
//!
//! GL_KHR_memory_scope_semantics, 4.3.8: shared variables are implicitly workgroupcoherent
//!
//! Checked by `sema`, which knows where each qualifier stands.

use super::{Check, Rule, shader};
use crate::diagnostics::Code;

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::SharedMemoryQualifier,
    citation: "GL_KHR_memory_scope_semantics, 4.3.8: shared variables are implicitly workgroupcoherent",
    explanation: "A `shared` variable is always coherent within its workgroup, and only the workgroup can see it.",
    bad: shader!("coherent shared uint value;", "value = 1u;"),
    good: shader!("shared uint value;", "value = 1u;"),
    check: Check::Elsewhere,
};
