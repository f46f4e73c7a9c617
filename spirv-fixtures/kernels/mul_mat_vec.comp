// compile: vulkan1.2
// val: scalar
// define: FORMAT_P4 USE_SUBGROUPS ROWS=2
// A quantised matrix times a vector. A workgroup computes ROWS rows at once; each invocation strides along them.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
#ifdef ACCESS_REFERENCE
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference2 : require
#endif
#include "reduction.glsl"
#include "formats.glsl"

#ifndef ROWS
#define ROWS 1
#endif
layout(local_size_x_id = 0, local_size_y = 1, local_size_z = 1) in;
layout(constant_id = 1) const uint UNROLL = 2;
layout(binding = 1) readonly buffer Vector { SOURCE_TYPE vector[]; };
layout(binding = 1) readonly buffer Vector4 { vec4 vector4[]; };
layout(binding = 2) buffer Result { RESULT_TYPE result[]; };
layout(push_constant) uniform Parameters {
    uint rows;
    uint columns;
    uint stride;  // blocks from row to row
    uint batch_stride_vector;
    uint batch_stride_result;
    float scale;
} p;

REDUCTION(sum_all, float, ADD, subgroupAdd)

float sums[ROWS];

void accumulate(uint row, uint column, uint batch) {
#ifdef WIDE_VECTOR
    const vec4 b = vector4[(batch * p.batch_stride_vector + column) / 4u];
#else
    const uint at = batch * p.batch_stride_vector + column;
    const vec4 b = vec4(vector[at], vector[at + 1u], vector[at + 2u], vector[at + 3u]);
#endif
    [[unroll]] for (uint i = 0u; i < ROWS; ++i) {
        if (row + i < p.rows) {
            const vec4 a = decode4((row + i) * p.stride + column / BLOCK_SIZE, column % BLOCK_SIZE);
            sums[i] = fma(a.x, b.x, fma(a.y, b.y, fma(a.z, b.z, fma(a.w, b.w, sums[i]))));
        }
    }
}

void main() {
    prepare_formats();
    const uint row = gl_WorkGroupID.x * ROWS;
    const uint batch = gl_WorkGroupID.y;
    [[unroll]] for (uint i = 0u; i < ROWS; ++i) {
        sums[i] = 0.0f;
    }
    uint column = gl_LocalInvocationID.x * 4u;
    const uint step = WORKGROUP * 4u;
    while (column + (UNROLL - 1u) * step < p.columns) {
        [[unroll]] for (uint u = 0u; u < UNROLL; ++u) {
            accumulate(row, column, batch);
            column += step;
        }
    }
    [[dont_unroll]] for (; column < p.columns; column += step) {
        accumulate(row, column, batch);
    }
    [[unroll]] for (uint i = 0u; i < ROWS; ++i) {
        const float total = sum_all(sums[i]);
        if (gl_LocalInvocationIndex == 0u && row + i < p.rows) {
            result[batch * p.batch_stride_result + row + i] = RESULT_TYPE(total * p.scale);
        }
    }
}
