// litmus:
// Dekker's entry: without sequential consistency, which the model does not have, both may enter.
#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer Flags { uint wants[2]; };
layout(binding = 1) buffer Results { uint enters[2]; };

void main() {
    uint me = gl_WorkGroupID.x;
    const int order = gl_SemanticsAcquireRelease;
    atomicStore(wants[me], 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
    memoryBarrier(gl_ScopeDevice, gl_StorageSemanticsBuffer, order);
    uint other = atomicLoad(wants[1u - me], gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire);
    enters[me] = uint(other == 0u);
}
