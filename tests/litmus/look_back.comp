// litmus: --init data[0]=3 --init data[1]=4
// Decoupled look-back: the prefix of a workgroup and a flag in one word.
#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(binding = 0) readonly buffer Input { uint data[2]; };
layout(binding = 1) buffer State { uint state[2]; };
layout(binding = 2) buffer Output { uint sums[2]; };

void main() {
    uint group = gl_WorkGroupID.x;
    uint sum = data[group];
    if (group > 0u) {
        uint before;
        do {
            before = atomicLoad(state[group - 1u], gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire);
        } while (before == 0u);
        sum += before & 0xFFFFu;
    }
    atomicStore(state[group], sum | 0x10000u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
    sums[group] = sum;
}
