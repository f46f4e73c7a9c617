#version 450
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 8) in;
layout(binding = 0) buffer Payload { uint data[8]; };
layout(binding = 1) buffer Guard { uint guard; };
void main() {
    data[gl_LocalInvocationIndex] = 1u;
    atomicStore(guard, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
    uint seen = atomicLoad(guard, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire); //~ warning[GS0750]
    memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsShared, gl_SemanticsAcquire);
    data[seen] += data[7u - gl_LocalInvocationIndex];
}
