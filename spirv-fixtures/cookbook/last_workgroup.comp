// compile: vulkan1.2 vulkan1.3
// One pass instead of two: the workgroup that ends last adds up what the others left.
// dispatch: 4 1 1
// buffer(0): u32 = [0..64]
// buffer(1): u32 = [0; 5]
// buffer(2): u32 = [0; 1]
// expect buffer(2) == [2016]
#version 450
#pragma use_vulkan_memory_model
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 16) in;
layout(set = 0, binding = 0) readonly buffer Input { uint numbers[]; };
layout(set = 0, binding = 1) buffer Parts { uint done; uint parts[]; };
layout(set = 0, binding = 2) writeonly buffer Output { uint total; };

shared uint sum;

void main() {
    if (gl_LocalInvocationIndex == 0) {
        sum = 0;
    }
    barrier();
    atomicAdd(sum, numbers[gl_GlobalInvocationID.x]);
    barrier();
    if (gl_LocalInvocationIndex != 0) {
        return;
    }
    atomicStore(parts[gl_WorkGroupID.x], sum, gl_ScopeDevice, 0, 0);
    // Releases the own part, and acquires those of the workgroups that counted before.
    uint before = atomicAdd(done, 1, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease);
    if (before == gl_NumWorkGroups.x - 1) {
        uint all = 0;
        for (uint i = 0; i < gl_NumWorkGroups.x; i++) {
            all += atomicLoad(parts[i], gl_ScopeDevice, 0, 0);
        }
        total = all;
    }
}
