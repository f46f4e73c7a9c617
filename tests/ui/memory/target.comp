// compile: vulkan1.0
#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(binding = 0) devicecoherent buffer B { uint u; };
void main() {
    atomicAdd(u, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
    memoryBarrier(gl_ScopeQueueFamily, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease); //~ error[GS0742]@19
}
