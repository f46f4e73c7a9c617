#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_quad : require
// Subgroup operations, and one that naga does not have: a scan of minima.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { float data[]; };
float total(float value) { return subgroupElect() ? subgroupAdd(value) : subgroupInclusiveAdd(value); }
void main() {
    float value = data[gl_GlobalInvocationID.x];
    uvec4 positive = subgroupBallot(value > 0.0);
    float result = total(value) + float(subgroupBallotExclusiveBitCount(positive));
    result += subgroupShuffleXor(value, 1u) - subgroupBroadcast(value, 3u);
    result += subgroupInclusiveMin(value);
    if (subgroupAny(result > 1.0)) result = subgroupQuadSwapHorizontal(result);
    data[gl_GlobalInvocationID.x] = result;
}
