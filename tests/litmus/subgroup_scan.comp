// litmus: --subgroup-size 3 --init data[0]=5 --init data[1]=6 --init data[2]=7
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_shader_subgroup_vote : require
layout(local_size_x = 3) in;
layout(binding = 0) readonly buffer Input { uint data[3]; };
layout(binding = 1) buffer Output { uint sums[3]; uint before[3]; uint most; bool all_above; uint up[3]; };

void main() {
    uint lane = gl_SubgroupInvocationID;
    uint value = data[lane];
    sums[lane] = subgroupInclusiveAdd(value);
    before[lane] = subgroupExclusiveAdd(value);
    uint greatest = subgroupMax(value);
    bool above = subgroupAll(value > 4u);
    up[lane] = subgroupShuffleUp(value, 1u);
    if (lane == 0u) {
        most = greatest;
        all_above = above;
    }
}
