// compile: vulkan1.2
// val: scalar
// define: GRADIENT USE_SUBGROUPS
// The loss of each row against a target distribution, or its gradient.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
#include "reduction.glsl"
layout(local_size_x_id = 0) in;
layout(push_constant) uniform Parameters { uint columns; float factor; } p;
layout(binding = 0) readonly buffer Logits { SOURCE_TYPE logits[]; };
layout(binding = 1) readonly buffer Targets { SOURCE_TYPE targets[]; };
layout(binding = 2) writeonly buffer Result { float result[]; };
REDUCTION(max_all, float, max, subgroupMax)
REDUCTION(sum_all, float, ADD, subgroupAdd)

void main() {
    const uint start = gl_WorkGroupID.x * p.columns, end = start + p.columns;
    const uint first = start + gl_LocalInvocationID.x;
    float highest = -3.0e38;
    for (uint i = first; i < end; i += WORKGROUP) highest = max(highest, float(logits[i]));
    highest = max_all(highest);
    float sum = 0.0;
    for (uint i = first; i < end; i += WORKGROUP) sum += exp(float(logits[i]) - highest);
    sum = sum_all(sum);
#ifdef GRADIENT
    for (uint i = first; i < end; i += WORKGROUP)
        result[i] = (exp(float(logits[i]) - highest) / sum - float(targets[i])) * p.factor;
#else
    float loss = 0.0;
    for (uint i = first; i < end; i += WORKGROUP)
        loss -= float(targets[i]) * (float(logits[i]) - highest - log(sum));
    loss = sum_all(loss);
    if (gl_LocalInvocationIndex == 0u) result[gl_WorkGroupID.x] = loss * p.factor;
#endif
}
