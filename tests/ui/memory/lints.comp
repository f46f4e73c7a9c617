#version 450
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
#pragma glslsub allow(GS0750)
layout(local_size_x = 8) in;
layout(binding = 0) devicecoherent buffer A { uint a; };
layout(binding = 1) coherent buffer B { uint b; workgroupcoherent uint b2; };
layout(binding = 2) workgroupcoherent buffer C { uint c; };
const int none = gl_StorageSemanticsNone, relaxed = gl_SemanticsRelaxed;
void main() {
    atomicAdd(a, 1u, gl_ScopeDevice, none, relaxed);
    atomicAdd(a, 1u, gl_ScopeQueueFamily, none, relaxed); //~ warning[GS0751]@22
    atomicAdd(b, 1u, gl_ScopeDevice, none, relaxed);
    atomicAdd(b, 1u, gl_ScopeWorkgroup, none, relaxed); //~ warning[GS0751]
    atomicAdd(b2, 1u, gl_ScopeWorkgroup, none, relaxed); //~ warning[GS0751]
    atomicAdd(c, 1u, gl_ScopeWorkgroup, none, relaxed);
    atomicAdd(c, 1u, gl_ScopeSubgroup, none, relaxed); //~ warning[GS0751]
    memoryBarrier(gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsRelease | gl_SemanticsMakeAvailable); //~ warning[GS0752]@38
    memoryBarrier(gl_ScopeWorkgroup, gl_StorageSemanticsShared | gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    memoryBarrier(gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsRelease);
}
