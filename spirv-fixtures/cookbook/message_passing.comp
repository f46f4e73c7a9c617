// compile: vulkan1.2 vulkan1.3
// Publishing data behind a flag: release makes it available, acquire makes it visible, also where the data is not atomic.
// buffer(0): u32 = [0; 3]
// buffer(1): u32 = [0; 1]
// expect buffer(1) == [42]
#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 64) in;
// Accesses are private to an invocation unless they say otherwise; barriers order the others only.
layout(set = 0, binding = 0) nonprivate buffer Message { uint flag; uint data[2]; };
layout(set = 0, binding = 1) nonprivate buffer Output { uint received; };

const int STORAGE = gl_StorageSemanticsBuffer;

void main() {
    if (gl_LocalInvocationIndex == 0) {
        data[0] = 40;
        data[1] = 2;
        atomicStore(flag, 1, gl_ScopeDevice, STORAGE, gl_SemanticsRelease | gl_SemanticsMakeAvailable);
    } else {
        uint seen = atomicLoad(flag, gl_ScopeDevice, STORAGE, gl_SemanticsAcquire | gl_SemanticsMakeVisible);
        // Whoever sees the flag sees the data. There is no promise that anybody does: a loop that waits might never end.
        if (seen == 1) {
            atomicMax(received, data[0] + data[1]);
        }
    }
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, STORAGE,
                   gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
    if (gl_LocalInvocationIndex == 1) {
        atomicMax(received, data[0] + data[1]);
    }
}
