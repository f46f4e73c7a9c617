//! E11, E17: a feature that only the Vulkan memory model has selects that model for the whole shader.
//!
//! VUID-RuntimeSpirv-vulkanMemoryModel-06266; SPIR-V 1.6, 3.25: the bits MakeAvailable, MakeVisible, Volatile and
//! OutputMemory need VulkanMemoryModel
//!
//! Checked where the memory model is decided, `memory_model`.

use super::{Check, Rule, shader};
use crate::diagnostics::Code;

/// The rule.
pub(super) const RULE: Rule = Rule {
    code: Code::MemoryModelSwitched,
    citation: "VUID-RuntimeSpirv-vulkanMemoryModel-06266; SPIR-V 1.6, 3.25: the bits MakeAvailable, MakeVisible, Volatile and OutputMemory need VulkanMemoryModel",
    explanation: "`gl_ScopeQueueFamily`, availability, visibility and volatile semantics exist in the Vulkan memory model only. All accesses of the shader then follow that model, and the device must support it. The warning says so; the pragma shows that this is intended.",
    bad: shader!(
        "layout(binding = 0) buffer Data { uint value; };",
        "memoryBarrier(gl_ScopeQueueFamily, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);"
    ),
    good: shader!(
        "#pragma use_vulkan_memory_model\nlayout(binding = 0) buffer Data { uint value; };",
        "memoryBarrier(gl_ScopeQueueFamily, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);"
    ),
    check: Check::Elsewhere,
};
