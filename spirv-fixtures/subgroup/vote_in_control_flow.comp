// compile: vulkan1.1
// Votes as conditions: of a branch, of a loop, inside of && (where the right side may not run).
// buffer(0): u32 = [0; 4]
// expect buffer(0) == [1, 4, 0, 1]
#version 460
#extension GL_KHR_shader_subgroup_vote : require
layout(local_size_x = 4) in;
layout(binding = 0) buffer Out { uint r[]; };
void main() {
    uint lane = gl_SubgroupInvocationID;
    if (subgroupAny(lane == 2u)) r[0] = 1u;
    uint rounds = 0u;
    while (!subgroupAll(rounds >= lane + 1u)) rounds++;
    r[1] = rounds;
    if (lane < 2u && subgroupAll(lane > 1u)) r[2] = 1u;
    if (lane > 1u && subgroupAll(lane > 1u)) r[3] = 1u;
}
