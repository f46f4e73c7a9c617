// compile: vulkan1.0 vulkan1.1
// A reduction through shared memory with barriers; every invocation takes part.
// buffer(0): u32 = [0..64]
// buffer(1): u32 = [0; 2]
// dispatch: 2
// expect buffer(1) == [496, 1520]
#version 450
layout(local_size_x = 32) in;
layout(binding = 0) readonly buffer In { uint x[]; };
layout(binding = 1) writeonly buffer Out { uint r[]; };
shared uint partial[gl_WorkGroupSize.x];
void main() {
    uint i = gl_LocalInvocationID.x;
    partial[i] = x[gl_GlobalInvocationID.x];
    memoryBarrierShared();
    barrier();
    for (uint half_of = gl_WorkGroupSize.x / 2u; half_of > 0u; half_of >>= 1) {
        if (i < half_of) partial[i] += partial[i + half_of];
        groupMemoryBarrier();
        barrier();
    }
    if (i == 0u) r[gl_WorkGroupID.x] = partial[0];
}
