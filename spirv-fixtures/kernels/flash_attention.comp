// compile: vulkan1.2
// val: scalar
// define: MASK CACHE_TYPE=float16_t CACHE_VECTOR=f16vec4
// soft-max(q k^T scale + mask) v without the whole matrix: tiles of keys pass by, and the maximum, the sum and the
// results so far are rescaled when the maximum grows. A workgroup has ROWS queries of one head.
// With USE_SUBGROUPS, a workgroup is one or more whole subgroups.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
#ifdef CACHE_ADDRESSES
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference2 : require
#endif
#ifdef USE_SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#endif
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint ROWS = 2;
layout(constant_id = 2) const uint TILE = 16;
layout(constant_id = 3) const uint HEAD_SIZE = 32;
const uint VECTORS = HEAD_SIZE / 4;
const uint ROW_PITCH = VECTORS + 1u;

layout(push_constant) uniform Parameters {
    uint queries, keys;
    uint heads, cache_heads;
    uint q_stride, q_head_stride;
    uint cache_stride, cache_head_stride;
    float scale;
    float cap;  // of the logits, 0 is none
} p;

layout(binding = 0) readonly buffer Q { vec4 q[]; };
#ifdef CACHE_ADDRESSES
layout(buffer_reference, std430, buffer_reference_align = 8) readonly buffer Vectors { CACHE_VECTOR v; };
layout(binding = 1) readonly buffer Addresses { Vectors keys, values; } cache;
#define KEY(i) vec4(cache.keys[i].v)
#define VALUE(i) vec4(cache.values[i].v)
#else
layout(binding = 1) readonly buffer K { CACHE_VECTOR k[]; };
layout(binding = 2) readonly buffer V { CACHE_VECTOR v[]; };
#define KEY(i) vec4(k[i])
#define VALUE(i) vec4(v[i])
#endif
#ifdef MASK
layout(binding = 3) readonly buffer Mask { float16_t mask[]; };
#endif
layout(binding = 4) writeonly buffer Result { vec4 result[]; };

shared vec4 shared_q[ROWS][ROW_PITCH];
shared float logits[ROWS][TILE];
shared float highest[ROWS];
shared float rescale[ROWS];
shared float sums[ROWS];

void main() {
    const uint lane = gl_LocalInvocationIndex;
    const uint first_row = gl_WorkGroupID.x * ROWS;
    const uint head = gl_WorkGroupID.y;
    const uint cache_base = head / (p.heads / p.cache_heads) * p.cache_head_stride;
    const float LOWEST = -3.0e38;

    for (uint i = lane; i < ROWS * VECTORS; i += WORKGROUP) {
        const uint row = i / VECTORS, at = i % VECTORS;
        shared_q[row][at] = first_row + row < p.queries
            ? q[(head * p.q_head_stride + (first_row + row) * p.q_stride) / 4u + at] * p.scale
            : vec4(0);
    }
    if (lane < ROWS) {
        highest[lane] = LOWEST;
        sums[lane] = 0.0;
    }
    // Each invocation owns some vectors of some rows.
    const uint OWNED = (ROWS * VECTORS + WORKGROUP - 1u) / WORKGROUP;
    vec4 results[ROWS * VECTORS];
    [[unroll]] for (uint i = 0u; i < OWNED; ++i) {
        results[i] = vec4(0.0);
    }
    barrier();

    [[dont_unroll]] for (uint tile = 0u; tile < p.keys; tile += TILE) {
        for (uint i = lane; i < ROWS * TILE; i += WORKGROUP) {
            const uint row = i / TILE, key = tile + i % TILE;
            float logit = LOWEST;
            if (key < p.keys && first_row + row < p.queries) {
                vec4 sum = vec4(0.0);
                [[unroll]] for (uint d = 0u; d < VECTORS; ++d) {
                    sum += shared_q[row][d] * KEY((cache_base + key * p.cache_stride) / 4u + d);
                }
                logit = dot(sum, vec4(1.0));
                if (p.cap != 0.0) {
                    logit = p.cap * tanh(logit / p.cap);
                }
#ifdef MASK
                logit += float(mask[(first_row + row) * p.keys + key]);
#endif
            }
            logits[row][i % TILE] = max(logit, LOWEST);
        }
        barrier();
#ifdef USE_SUBGROUPS
        for (uint row = gl_SubgroupID; row < ROWS; row += gl_NumSubgroups) {
            float top = highest[row];
            for (uint i = gl_SubgroupInvocationID; i < TILE; i += gl_SubgroupSize) {
                top = max(top, logits[row][i]);
            }
            for (uint s = gl_SubgroupSize / 2u; s > 0u; s >>= 1) {
                top = max(top, subgroupShuffleXor(top, s));
            }
            float sum = 0.0;
            for (uint i = gl_SubgroupInvocationID; i < TILE; i += gl_SubgroupSize) {
                const float e = tile + i < p.keys ? exp(logits[row][i] - top) : 0.0;
                logits[row][i] = e;
                sum += e;
            }
            for (uint s = gl_SubgroupSize / 2u; s > 0u; s >>= 1) {
                sum += subgroupShuffleXor(sum, s);
            }
            if (subgroupElect()) {
                rescale[row] = exp(highest[row] - top);
                sums[row] = sums[row] * rescale[row] + sum;
                highest[row] = top;
            }
        }
#else
        if (lane < ROWS) {
            float top = highest[lane];
            for (uint i = 0u; i < TILE; ++i) {
                top = max(top, logits[lane][i]);
            }
            rescale[lane] = exp(highest[lane] - top);
            float sum = sums[lane] * rescale[lane];
            for (uint i = 0u; i < TILE; ++i) {
                if (tile + i >= p.keys) {
                    logits[lane][i] = 0.0;
                    continue;
                }
                const float e = exp(logits[lane][i] - top);
                logits[lane][i] = e;
                sum += e;
            }
            sums[lane] = sum;
            highest[lane] = top;
        }
#endif
        barrier();
        [[unroll]] for (uint i = 0u; i < OWNED; ++i) {
            const uint own = lane + i * WORKGROUP;
            if (own >= ROWS * VECTORS) {
                break;
            }
            const uint row = own / VECTORS, at = own % VECTORS;
            vec4 value = results[i] * rescale[row];
            for (uint j = 0u; j < TILE && tile + j < p.keys; ++j) {
                value += logits[row][j] * VALUE((cache_base + (tile + j) * p.cache_stride) / 4u + at);
            }
            results[i] = value;
        }
        barrier();
    }

    for (uint i = 0u; i < OWNED; ++i) {
        const uint own = lane + i * WORKGROUP;
        const uint row = own / VECTORS;
        if (own < ROWS * VECTORS && first_row + row < p.queries) {
            result[((first_row + row) * p.heads + head) * VECTORS + own % VECTORS] = results[i] / sums[row];
        }
    }
}
