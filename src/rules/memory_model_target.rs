//! E18: the Vulkan memory model needs SPIR-V 1.3.
//!
//! SPV_KHR_vulkan_memory_model
//!
//! Checked where the memory model is decided, `memory_model`.

use super::{Check, Rule, shader};
use crate::diagnostics::Code;

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::MemoryModelTarget,
    citation: "SPV_KHR_vulkan_memory_model",
    explanation: "Vulkan 1.0 takes SPIR-V 1.0, which does not have the Vulkan memory model, not even as an extension.",
    bad: shader!("#pragma use_vulkan_memory_model", "uint local = 1u;"),
    good: shader!("uint local = 1u;"),
    check: Check::Elsewhere,
};
