// compile: vulkan1.1 vulkan1.3
// A loop that a subgroup leaves together, when its last number is done: the steps of the Collatz sequence.
// buffer(0): u32 = [1, 2, 3, 4, 5, 6, 7, 8]
// buffer(1): u32 = [0; 8]
// expect buffer(1) == [0, 1, 7, 2, 5, 8, 16, 3]
#version 450
#extension GL_KHR_shader_subgroup_vote : require
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) readonly buffer Input { uint numbers[]; };
layout(set = 0, binding = 1) writeonly buffer Output { uint steps[]; };

void main() {
    uint number = numbers[gl_GlobalInvocationID.x];
    uint count = 0;
    // The condition is uniform in the subgroup, so that barriers and subgroup operations may stand in the loop.
    while (!subgroupAll(number == 1)) {
        if (number != 1) {
            number = number % 2 == 0 ? number / 2 : 3 * number + 1;
            count++;
        }
    }
    steps[gl_GlobalInvocationID.x] = count;
}
