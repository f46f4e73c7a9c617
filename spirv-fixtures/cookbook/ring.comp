// compile: vulkan1.2 vulkan1.3
// Each invocation meets the numbers of all others in its cluster: four rotations instead of shared memory.
// buffer(0): u32 = [1, 2, 3, 4, 5, 6, 7, 8]
// buffer(1): u32 = [0; 8]
// expect buffer(1) == [10, 10, 10, 10, 26, 26, 26, 26]
#version 450
#extension GL_KHR_shader_subgroup_rotate : require
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) readonly buffer Input { uint numbers[]; };
layout(set = 0, binding = 1) writeonly buffer Output { uint sums[]; };

void main() {
    uint index = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
    uint number = numbers[index];
    uint sum = 0;
    for (uint i = 0; i < 4; i++) {
        sum += number;
        number = subgroupClusteredRotate(number, 1, 4);
    }
    sums[index] = sum;
}
