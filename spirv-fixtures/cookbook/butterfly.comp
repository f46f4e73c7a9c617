// compile: vulkan1.1 vulkan1.3
// A reduction that arithmetic operations do not have: the greatest common divisor, by exchanges in pairs.
// buffer(0): u32 = [24, 36, 60, 84, 96, 48, 72, 108]
// buffer(1): u32 = [0; 8]
// expect buffer(1) == [12; 8]
#version 450
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) readonly buffer Input { uint numbers[]; };
layout(set = 0, binding = 1) writeonly buffer Output { uint divisors[]; };

shared uint parts[gl_WorkGroupSize.x];

uint divisor(uint a, uint b) {
    while (b != 0) {
        uint rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

void main() {
    uint own = numbers[gl_LocalInvocationIndex];
    // Invocations beyond the workgroup would give undefined values; none of the powers of two below reaches them.
    uint width = min(gl_SubgroupSize, gl_WorkGroupSize.x);
    for (uint distance = 1; distance < width; distance *= 2) {
        own = divisor(own, subgroupShuffleXor(own, distance));
    }
    parts[gl_LocalInvocationIndex] = own;
    barrier();
    for (uint i = 0; i < gl_WorkGroupSize.x; i++) {
        own = divisor(own, parts[i]);
    }
    divisors[gl_LocalInvocationIndex] = own;
}
