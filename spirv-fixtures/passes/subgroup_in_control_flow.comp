// compile: vulkan1.1
// passes: on
// buffer(0): u32 = [0; 24]
// expect buffer(0) == [8, 8, 8, 8, 8, 8, 8, 8, 4, 99, 4, 99, 4, 99, 4, 99, 4, 104, 4, 104, 4, 104, 4, 104]
// The same subgroup operation counts the invocations that run it together: merging those of the function and of the `if`,
// or hoisting that of both arms, changes the count. Subgroups of eight invocations, as lavapipe has.
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 8) in;
layout(binding = 0) buffer Result { uint result[]; };
void main() {
    uint lane = gl_LocalInvocationIndex;
    uint one = 1u;
    result[lane] = subgroupAdd(one);
    uint count = 99u;
    if ((lane & 1u) == 0u) {
        count = subgroupAdd(one);
    }
    result[8u + lane] = count;
    uint both;
    if ((lane & 1u) == 0u) {
        both = subgroupBallotBitCount(subgroupBallot(true));
    } else {
        both = subgroupBallotBitCount(subgroupBallot(true)) + 100u;
    }
    result[16u + lane] = both;
}
