// compile: vulkan1.2
// val: scalar
// define: WEIGHT_TYPE=float16_t
// Rows of b times the matrix that the routing chose for each: the workgroup of an expert first gathers which rows are
// its own, then multiplies them tile by tile.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint TILE = 4u;
layout(constant_id = 2) const uint MAX_ROWS = 64u;
#ifndef WEIGHT_TYPE
#define WEIGHT_TYPE float
#endif
layout(push_constant) uniform Parameters { uint rows_out, depth, tokens, used; } p;
layout(binding = 0) readonly buffer Weights { WEIGHT_TYPE weights[]; };  // [expert][row][depth]
layout(binding = 1) readonly buffer B { float b[]; };                  // [token][depth]
layout(binding = 2) readonly buffer Routing { int routing[]; };        // [token][used]
layout(binding = 3) writeonly buffer Result { float result[]; };       // [token][used][row]

shared u16vec2 own[MAX_ROWS];
shared uint own_count;

void gather(const int expert) {
    if (gl_LocalInvocationIndex == 0u) {
        own_count = 0u;
        [[dont_flatten]] if (p.used > 0u) {
            for (uint token = 0u; token < p.tokens; ++token) {
                for (uint i = 0u; i < p.used; ++i) {
                    if (routing[token * p.used + i] != expert) continue;
                    own[own_count++] = u16vec2(token, i);
                }
            }
        }
    }
    barrier();
}

void main() {
    const int expert = int(gl_WorkGroupID.y);
    gather(expert);
    const uint row = gl_WorkGroupID.x * WORKGROUP + gl_LocalInvocationID.x;
    if (row >= p.rows_out) {
        return;
    }
    const uint base = (uint(expert) * p.rows_out + row) * p.depth;
    for (uint first = 0u; first < own_count; first += TILE) {
        float sums[TILE];
        [[unroll]] for (uint i = 0u; i < TILE; ++i) sums[i] = 0.0;
        for (uint k = 0u; k < p.depth; ++k) {
            const float weight = float(weights[base + k]);
            [[unroll]] for (uint i = 0u; i < TILE; ++i) {
                const uint token = uint(own[min(first + i, own_count - 1u)].x);
                sums[i] += weight * b[token * p.depth + k];
            }
        }
        for (uint i = 0u; i < min(TILE, own_count - first); ++i) {
            const uvec2 at = uvec2(own[first + i]);
            result[(at.x * p.used + at.y) * p.rows_out + row] = sums[i];
        }
    }
}
