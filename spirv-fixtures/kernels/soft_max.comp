// compile: vulkan1.2
// val: scalar
// define: USE_SUBGROUPS MASK_TYPE=float16_t
// Soft-max of a row by a workgroup: scale, mask, an optional slope per head, maximum, sum, division. Short rows stay
// in registers between the passes.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
#include "reduction.glsl"
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint IN_REGISTERS = 4u;

layout(push_constant) uniform Parameters {
    uint columns;
    uint rows_per_head;
    uint mask_rows;
    float scale;
    float slope_base;
    uint heads;
} p;
layout(binding = 0) readonly buffer Source { SOURCE_TYPE source[]; };
#ifdef MASK_TYPE
layout(binding = 1) readonly buffer Mask { MASK_TYPE mask[]; };
#endif
layout(binding = 2) buffer Result { RESULT_TYPE result[]; };

REDUCTION(max_all, float, max, subgroupMax)
REDUCTION(sum_all, float, ADD, subgroupAdd)

float slope(const uint head) {
    if (p.slope_base <= 0.0) {
        return 1.0;
    }
    return pow(p.slope_base, float(head + 1u));
}

float logit(const uint row, const uint column, const float factor) {
    float value = float(source[row * p.columns + column]) * p.scale;
#ifdef MASK_TYPE
    value += factor * float(mask[(row % p.mask_rows) * p.columns + column]);
#endif
    return value;
}

void main() {
    const uint row = gl_WorkGroupID.x;
    const uint lane = gl_LocalInvocationID.x;
    const float factor = slope(row / p.rows_per_head);
    const float infinity = 1.0 / 0.0;
    float values[IN_REGISTERS];

    float highest = -infinity;
    [[unroll]] for (uint i = 0u, column = lane; column < p.columns; ++i, column += WORKGROUP) {
        const float value = logit(row, column, factor);
        if (i < IN_REGISTERS) {
            values[i] = value;
        }
        highest = max(highest, value);
    }
    highest = max_all(highest);

    float sum = 0.0;
    for (uint i = 0u, column = lane; column < p.columns; ++i, column += WORKGROUP) {
        const float value = exp((i < IN_REGISTERS ? values[i] : logit(row, column, factor)) - highest);
        if (i < IN_REGISTERS) {
            values[i] = value;
        } else {
            result[row * p.columns + column] = RESULT_TYPE(value);
        }
        sum += value;
    }
    const float inverse = 1.0 / sum_all(sum);

    for (uint i = 0u, column = lane; column < p.columns; ++i, column += WORKGROUP) {
        const uint at = row * p.columns + column;
        if (i < IN_REGISTERS) {
            result[at] = RESULT_TYPE(values[i] * inverse);
        } else {
            result[at] = RESULT_TYPE(float(result[at]) * inverse);
        }
    }
}
