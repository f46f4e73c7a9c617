// compile: vulkan1.2
// val: scalar
// Normalises each of so many groups of consecutive elements; the last one may be shorter.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
#include "reduction.glsl"
layout(local_size_x_id = 0) in;
layout(push_constant) uniform Parameters { uint size; uint group; float epsilon; } p;
layout(binding = 0) readonly buffer Source { SOURCE_TYPE source[]; };
layout(binding = 1) buffer Result { RESULT_TYPE result[]; };
REDUCTION(sum_all, float, ADD, subgroupAdd)

void main() {
    const uint start = gl_WorkGroupID.x * p.group;
    const uint end = min(start + p.group, p.size);
    const float count = float(end - start);
    uint i;
    float sum = 0.f;
    for (i = start + gl_LocalInvocationIndex; i < end; i += WORKGROUP) {
        sum += float(source[i]);
    }
    const float mean = sum_all(sum) / count;
    sum = 0.f;
    i = start + gl_LocalInvocationIndex;
    while (i < end) {
        const float centred = float(source[i]) - mean;
        result[i] = RESULT_TYPE(centred);
        sum += centred * centred;
        i += WORKGROUP;
    }
    const float scale = inversesqrt(sum_all(sum) / count + p.epsilon);
    i = start + gl_LocalInvocationIndex;
    if (i < end) {
        do {
            result[i] *= RESULT_TYPE(scale);
            i += WORKGROUP;
        } while (i < end);
    }
}
