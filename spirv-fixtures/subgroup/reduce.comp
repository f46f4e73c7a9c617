// compile: vulkan1.1 vulkan1.3
// The sum of a buffer, one subgroup at a time; the example of the README.
// buffer(0): u32 = [0..64]
// buffer(1): u32 = [0; 1]
// expect buffer(1) == [2016]
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer Input { uint numbers[]; };
layout(set = 0, binding = 1) buffer Output { uint total; };

void main() {
    uint sum = subgroupAdd(numbers[gl_GlobalInvocationID.x]);
    if (subgroupElect()) {
        atomicAdd(total, sum);
    }
}
