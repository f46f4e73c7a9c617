// litmus:
// A sequence lock: who has read an even number twice has seen both words of one version. The data is read atomically, as it may
// be written meanwhile.
#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer Lock { uint version; uint x; uint y; };
layout(binding = 1) buffer Results { uint whole; uint first; uint second; };

void main() {
    const int buffers = gl_StorageSemanticsBuffer;
    if (gl_WorkGroupID.x == 0u) {
        atomicStore(version, 1u, gl_ScopeDevice, 0, 0);
        memoryBarrier(gl_ScopeDevice, buffers, gl_SemanticsRelease);
        atomicStore(x, 7u, gl_ScopeDevice, 0, 0);
        atomicStore(y, 7u, gl_ScopeDevice, 0, 0);
        atomicStore(version, 2u, gl_ScopeDevice, buffers, gl_SemanticsRelease);
    } else {
        uint before = atomicLoad(version, gl_ScopeDevice, buffers, gl_SemanticsAcquire);
        first = atomicLoad(x, gl_ScopeDevice, 0, 0);
        second = atomicLoad(y, gl_ScopeDevice, 0, 0);
        memoryBarrier(gl_ScopeDevice, buffers, gl_SemanticsAcquire);
        uint after = atomicLoad(version, gl_ScopeDevice, 0, 0);
        whole = uint(before == after && (before & 1u) == 0u);
    }
}
