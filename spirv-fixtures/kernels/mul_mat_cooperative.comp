// compile: vulkan1.2
// val: scalar
// define: SOURCE_TYPE=float16_t
// result[m, n] = sum of a[m, k] * b[n, k], both with k innermost, in cooperative matrices: tiles of a and b wait in shared
// memory, every subgroup adds up COUNT fragments of the result. Sizes are no multiples of the tiles: what is outside is
// zero, and stays unwritten.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#include "types.glsl"

// The type of factors, and of sums.
#ifndef FACTOR_TYPE
#define FACTOR_TYPE float16_t
#endif
#ifndef SUM_TYPE
#define SUM_TYPE float
#endif

// A workgroup is some whole subgroups.
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint BM = 64;
layout(constant_id = 2) const uint BN = 32;
layout(constant_id = 3) const uint BK = 32;
// The multiplication that the device has.
layout(constant_id = 4) const uint TM = 16;
layout(constant_id = 5) const uint TN = 16;
layout(constant_id = 6) const uint TK = 16;
layout(constant_id = 7) const uint COUNT = 4;
// Rows start at multiples of 16 bytes, in different banks.
const uint PITCH = BK + 16;
const uint COLUMNS_OF_FRAGMENTS = BN / TN;
const uint FRAGMENTS = BM / TM * COLUMNS_OF_FRAGMENTS;

layout(binding = 0) readonly buffer A { SOURCE_TYPE a[]; };
layout(binding = 1) readonly buffer B { SOURCE_TYPE b[]; };
layout(binding = 2) writeonly buffer Result { RESULT_TYPE result[]; };
layout(push_constant, std430) uniform Parameters { uint M, N, K; } p;

shared FACTOR_TYPE tile_a[BM * PITCH];
shared FACTOR_TYPE tile_b[BN * PITCH];
shared SUM_TYPE tile_result[BM * BN];

#define Fragment(T, ROWS, COLUMNS, USE) coopmat<T, gl_ScopeSubgroup, ROWS, COLUMNS, gl_MatrixUse##USE>
#define Sum Fragment(SUM_TYPE, TM, TN, Accumulator)

void load_tiles(uint row0, uint column0, uint k0) {
    for (uint i = gl_LocalInvocationIndex; i < (BM + BN) * BK; i += WORKGROUP) {
        const uint row = i / BK, k = i % BK;
        if (row < BM) {
            const bool inside = row0 + row < p.M && k0 + k < p.K;
            tile_a[row * PITCH + k] = inside ? FACTOR_TYPE(a[(row0 + row) * p.K + k0 + k]) : FACTOR_TYPE(0);
        } else {
            const uint column = row - BM;
            const bool inside = column0 + column < p.N && k0 + k < p.K;
            tile_b[column * PITCH + k] = inside ? FACTOR_TYPE(b[(column0 + column) * p.K + k0 + k]) : FACTOR_TYPE(0);
        }
    }
}

// Where a fragment is in the tile.
uvec2 place(uint fragment) {
    return uvec2(fragment / COLUMNS_OF_FRAGMENTS * TM, fragment % COLUMNS_OF_FRAGMENTS * TN);
}

void main() {
    const uint row0 = gl_WorkGroupID.x * BM, column0 = gl_WorkGroupID.y * BN;
    Sum sums[COUNT];
    [[unroll]] for (uint i = 0; i < COUNT; ++i) {
        sums[i] = Sum(0);
    }
    for (uint k0 = 0; k0 < p.K; k0 += BK) {
        load_tiles(row0, column0, k0);
        barrier();
        [[unroll]] for (uint i = 0; i < COUNT; ++i) {
            const uint fragment = gl_SubgroupID + i * gl_NumSubgroups;
            if (fragment < FRAGMENTS) {
                const uvec2 at = place(fragment);
                [[unroll]] for (uint k = 0; k < BK; k += TK) {
                    Fragment(FACTOR_TYPE, TM, TK, A) left;
                    Fragment(FACTOR_TYPE, TK, TN, B) right;
                    coopMatLoad(left, tile_a, at.x * PITCH + k, PITCH, gl_CooperativeMatrixLayoutRowMajor);
                    coopMatLoad(right, tile_b, at.y * PITCH + k, PITCH, gl_CooperativeMatrixLayoutColumnMajor);
                    sums[i] = coopMatMulAdd(left, right, sums[i]);
                }
            }
        }
        barrier();
    }
    [[unroll]] for (uint i = 0; i < COUNT; ++i) {
        const uint fragment = gl_SubgroupID + i * gl_NumSubgroups;
        if (fragment < FRAGMENTS) {
            const uvec2 at = place(fragment);
            coopMatStore(sums[i], tile_result, at.x * BN + at.y, BN, gl_CooperativeMatrixLayoutRowMajor);
        }
    }
    barrier();
    for (uint i = gl_LocalInvocationIndex; i < BM * BN; i += WORKGROUP) {
        const uint row = row0 + i / BN, column = column0 + i % BN;
        if (row < p.M && column < p.N) {
            result[row * p.N + column] = RESULT_TYPE(tile_result[i]);
        }
    }
}
