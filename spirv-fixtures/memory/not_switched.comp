// compile: vulkan1.0 vulkan1.1
// What cannot be reached does not choose the memory model.
#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(binding = 0) coherent buffer B { uint u; };
void unused() { memoryBarrier(gl_ScopeQueueFamily, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease); }
void main() {
    u = 1u;
}
