// litmus: --init bottom=1 --init task[0]=9
// The last task of a queue: the owner and a thief both claim it by the same compare-and-swap, and one of them has it.
#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer Queue { uint top; uint bottom; uint task[2]; };
layout(binding = 1) buffer Results { uint got[2]; };

void main() {
    const int buffers = gl_StorageSemanticsBuffer;
    uint me = gl_WorkGroupID.x;
    uint first = atomicLoad(top, gl_ScopeDevice, buffers, gl_SemanticsAcquire);
    if (first < bottom) {
        uint taken = task[first];
        uint was = atomicCompSwap(top, first, first + 1u, gl_ScopeDevice, buffers, gl_SemanticsAcquireRelease, buffers, gl_SemanticsAcquire);
        if (was == first) {
            got[me] = taken;
        }
    }
}
