#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(binding = 0) buffer B { uint u; };
void main() {
    atomicAdd(u, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
    atomicAdd(u, 1u, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsVolatile); //~ warning[GS0740]@63
    atomicAdd(u, 1u, gl_ScopeQueueFamily, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}
