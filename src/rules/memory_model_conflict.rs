//! E11, E17: the GLSL450 memory model was requested, but something needs the Vulkan one.
//!
//! VUID-RuntimeSpirv-vulkanMemoryModel-06266
//!
//! Checked where the memory model is decided, `memory_model`.

use super::{Check, Rule, shader};
use crate::diagnostics::Code;

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::MemoryModelConflict,
    citation: "VUID-RuntimeSpirv-vulkanMemoryModel-06266",
    explanation: "With `--memory-model glsl450` a shader cannot use the pragma or anything else that only the Vulkan memory model has.",
    bad: shader!(
        "layout(binding = 0) buffer Data { uint value; };",
        "memoryBarrier(gl_ScopeQueueFamily, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);"
    ),
    good: shader!("memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);"),
    check: Check::Elsewhere,
};
