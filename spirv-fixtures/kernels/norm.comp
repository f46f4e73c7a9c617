// compile: vulkan1.2
// val: scalar
// define: NORM_LAYER AFFINE
// Normalises rows: NORM_LAYER (mean and variance, gathered as one vec2), NORM_RMS, NORM_L2.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
#include "reduction.glsl"
layout(local_size_x_id = 0) in;

layout(push_constant) uniform Parameters {
    uint columns;
    uint channels, rows;  // strides of the source, in elements
    float epsilon;
} p;
layout(binding = 0) readonly restrict buffer Source { SOURCE_TYPE source[]; };
layout(binding = 1) writeonly restrict buffer Result { RESULT_TYPE result[]; };
#ifdef AFFINE
layout(binding = 2) readonly restrict buffer Affine { f16vec2 affine[]; };
#endif

#ifdef NORM_LAYER
REDUCTION(sum_all, vec2, ADD, subgroupAdd)
#else
REDUCTION(sum_all, float, ADD, subgroupAdd)
#endif

void main() {
    const uvec3 group = gl_WorkGroupID;
    const uint row = group.z * gl_NumWorkGroups.x * gl_NumWorkGroups.y + group.y * gl_NumWorkGroups.x + group.x;
    const uint from = group.z * p.channels + (group.y * gl_NumWorkGroups.x + group.x) * p.rows;
    const uint to = row * p.columns;
#ifdef NORM_LAYER
    vec2 sums = vec2(0.0);
#else
    float sums = 0.0;
#endif
    [[unroll, dependency_infinite]] for (uint i = gl_LocalInvocationID.x; i < p.columns; i += WORKGROUP) {
        const float value = float(source[from + i]);
#ifdef NORM_LAYER
        sums += vec2(value, value * value);
#else
        sums += value * value;
#endif
    }
    sums = sum_all(sums);
    float mean = 0.0;
#if defined(NORM_LAYER)
    mean = sums.x / float(p.columns);
    const float scale = inversesqrt(sums.y / float(p.columns) - mean * mean + p.epsilon);
#elif defined(NORM_RMS)
    const float scale = inversesqrt(sums / float(p.columns) + p.epsilon);
#else
    const float scale = 1.0 / max(sqrt(sums), p.epsilon);
#endif
    for (uint i = gl_LocalInvocationID.x; i < p.columns; i += WORKGROUP) {
        float value = (float(source[from + i]) - mean) * scale;
#ifdef AFFINE
        value = value * float(affine[i].x) + float(affine[i].y);
#endif
        result[to + i] = RESULT_TYPE(value);
    }
}
