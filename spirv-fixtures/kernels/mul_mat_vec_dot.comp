// compile: vulkan1.3
// val: scalar
// define: PACKED_DOT
// Rows of P8 blocks times a vector of P8 blocks: integer dot products inside of a block, float across blocks.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
#ifdef USE_DOT
#extension GL_EXT_integer_dot_product : require
#endif
#ifdef PACKED_DOT
#extension GL_EXT_integer_dot_product : require
#endif
#include "reduction.glsl"

layout(local_size_x_id = 0) in;

// 36 bytes, so that words are aligned.
struct Block {
    float16_t scale;
    int16_t sum;
    i8vec4 values[8];
};
struct PackedBlock {
    f16vec2 scale_sum;
    int32_t values[8];
};
#ifdef PACKED_DOT
#define BLOCK_TYPE PackedBlock
#else
#define BLOCK_TYPE Block
#endif
layout(scalar, binding = 0) readonly restrict buffer Matrix { BLOCK_TYPE matrix[]; };
layout(scalar, binding = 1) readonly restrict buffer Vector { BLOCK_TYPE vector[]; };
layout(scalar, binding = 2) writeonly restrict buffer Result { float result[]; };
layout(push_constant) uniform Parameters { uint blocks_per_row; };

REDUCTION(sum_all, float, ADD, subgroupAdd)

int32_t dot_block(uint a, uint b) {
    int32_t total = 0;
#ifdef ACCUMULATE
    [[unroll]] for (uint i = 0u; i < 8u; ++i) {
#ifdef PACKED_DOT
        total = dotPacked4x8AccSatEXT(matrix[a].values[i], vector[b].values[i], total);
#else
        total = dotAccSatEXT(matrix[a].values[i], vector[b].values[i], total);
#endif
    }
#else
    [[unroll]] for (uint i = 0u; i < 8u; ++i) {
#if defined(PACKED_DOT)
        total += dotPacked4x8EXT(matrix[a].values[i], vector[b].values[i]);
#elif defined(USE_DOT)
        total += dotEXT(matrix[a].values[i], vector[b].values[i]);
#else
        const i16vec4 products = i16vec4(matrix[a].values[i]) * i16vec4(vector[b].values[i]);
        total += int32_t(products.x) + int32_t(products.y) + int32_t(products.z) + int32_t(products.w);
#endif
    }
#endif
    return total;
}

void main() {
    const uint row = gl_WorkGroupID.x;
    float sum = 0.0;
    for (uint i = gl_LocalInvocationID.x; i < blocks_per_row; i += WORKGROUP) {
        const uint a = row * blocks_per_row + i;
#ifdef PACKED_DOT
        const float scale = float(matrix[a].scale_sum.x * vector[i].scale_sum.x);
#else
        const float scale = float(matrix[a].scale) * float(vector[i].scale);
#endif
        sum += scale * float(dot_block(a, i));
    }
    sum = sum_all(sum);
    if (gl_LocalInvocationIndex == 0u) {
        result[row] = sum;
    }
}
