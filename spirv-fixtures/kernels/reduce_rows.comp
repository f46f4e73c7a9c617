// compile: vulkan1.2
// val: scalar
// define: REDUCE_ARGMAX USE_SUBGROUPS
// One number for each row: REDUCE_SUM, REDUCE_MEAN, REDUCE_MAX, REDUCE_ARGMAX (the first of several), REDUCE_COUNT of
// positive ones.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
#include "reduction.glsl"
#ifdef USE_SUBGROUPS
#extension GL_KHR_shader_subgroup_ballot : require
#endif
layout(local_size_x_id = 0) in;
layout(push_constant) uniform Parameters { uint columns; } p;
layout(binding = 0) readonly buffer Source { SOURCE_TYPE source[]; };
#if defined(REDUCE_ARGMAX) || defined(REDUCE_COUNT)
#undef RESULT_TYPE
#define RESULT_TYPE uint
#endif
layout(binding = 1) writeonly buffer Result { RESULT_TYPE result[]; };

#if defined(REDUCE_ARGMAX)
REDUCTION(max_all, float, max, subgroupMax)
REDUCTION(min_all, uint, min, subgroupMin)
#elif defined(REDUCE_MAX)
REDUCTION(max_all, float, max, subgroupMax)
#elif defined(REDUCE_COUNT)
REDUCTION(sum_all, uint, ADD, subgroupAdd)
#else
REDUCTION(sum_all, float, ADD, subgroupAdd)
#endif

void main() {
    const uint row = gl_WorkGroupID.x * gl_NumWorkGroups.y + gl_WorkGroupID.y;
    const uint base = row * p.columns;
    const uint lane = gl_LocalInvocationID.x;
#if defined(REDUCE_ARGMAX)
    float best = -3.4e38;
    uint where = ~0u;
    for (uint i = lane; i < p.columns; i += WORKGROUP) {
        const float value = float(source[base + i]);
        if (value > best) {
            best = value;
            where = i;
        }
    }
    const float top = max_all(best);
    const uint answer = min_all(best == top ? where : 0xFFFFFFFFu);
#elif defined(REDUCE_MAX)
    float value = -1.0 / 0.0;
    for (uint i = lane; i < p.columns; i += WORKGROUP) {
        value = max(value, float(source[base + i]));
    }
    const float answer = max_all(value);
#elif defined(REDUCE_COUNT)
    uint count = 0u;
    for (uint start = 0u; start < p.columns; start += WORKGROUP) {
        const bool positive = start + lane < p.columns && float(source[base + start + lane]) > 0.0;
#ifdef USE_SUBGROUPS
        const uint found = subgroupBallotBitCount(subgroupBallot(positive));
        count += subgroupElect() ? found : 0u;
#else
        count += uint(positive);
#endif
    }
    const uint answer = sum_all(count);
#else
    float sum = 0.0;
    for (uint i = lane; i < p.columns; i += WORKGROUP) {
        sum += float(source[base + i]);
    }
    float answer = sum_all(sum);
#ifdef REDUCE_MEAN
    answer /= float(p.columns);
#endif
#endif
    if (lane == 0u) {
        result[row] = RESULT_TYPE(answer);
    }
}
