// compile: vulkan1.1 vulkan1.3
// The largest number of each subgroup and an invocation that has it.
// dispatch: 2 1 1
// buffer(0): u32 = [3, 9, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3]
// buffer(1): u32 = [0; 1]
// expect buffer(1) == [9]
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) readonly buffer Input { uint numbers[]; };
layout(set = 0, binding = 1) buffer Output { uint largest; };

void main() {
    uint number = numbers[gl_GlobalInvocationID.x];
    uint most = subgroupMax(number);
    uint winner = subgroupBallotFindLSB(subgroupBallot(number == most));
    // What the winner knows besides the number, everyone can get: here its index.
    uint index = subgroupShuffle(gl_GlobalInvocationID.x, winner);
    if (gl_SubgroupInvocationID == winner) {
        atomicMax(largest, numbers[index]);
    }
}
