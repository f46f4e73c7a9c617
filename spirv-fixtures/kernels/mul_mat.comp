// compile: vulkan1.2
// val: scalar
// define: SOURCE_TYPE=float16_t SOURCE_VECTOR=f16vec4
// result[m, n] = sum of a[m, k] * b[n, k], both with k innermost: tiles of a and b wait in shared memory, every
// invocation keeps TM x TN results in registers. Sizes are no multiples of the tiles.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"

layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint BM = 32;
layout(constant_id = 2) const uint BN = 16;
layout(constant_id = 3) const uint BK = 8;
layout(constant_id = 4) const uint TM = 4;
layout(constant_id = 5) const uint TN = 2;
const uint COLUMNS_OF_THREADS = BN / TN;
const uint PITCH = BK + 1;

#ifdef FORMAT_QUANTISED
#include "formats.glsl"
#else
#ifdef SOURCE_VECTOR
layout(binding = 0) readonly buffer A { SOURCE_VECTOR a[]; };
#else
layout(binding = 0) readonly buffer A { SOURCE_TYPE a[]; };
#endif
#endif
layout(binding = 1) readonly buffer B { float b[]; };
layout(binding = 2) writeonly buffer Result { RESULT_TYPE result[]; };
layout(push_constant, std430) uniform Parameters {
    uint M, N, K;
    uint stride_a, stride_b, stride_result;
    uint batch_stride_a, batch_stride_b, batch_stride_result;
    uint broadcast;
} p;

#ifndef SHARED_TYPE
#define SHARED_TYPE float
#endif
shared SHARED_TYPE tile_a[BM * PITCH];
shared SHARED_TYPE tile_b[BN * PITCH];

void load_a(uint batch, uint row0, uint k0) {
#if defined(FORMAT_QUANTISED) || defined(SOURCE_VECTOR)
    for (uint i = gl_LocalInvocationIndex; i < BM * BK / 4u; i += WORKGROUP) {
        const uint row = i / (BK / 4u);
        const uint k = (i % (BK / 4u)) * 4u;
        vec4 four = vec4(0.0);
        if (row0 + row < p.M && k0 + k < p.K) {
            const uint at = batch * p.batch_stride_a + (row0 + row) * p.stride_a + k0 + k;
#ifdef FORMAT_QUANTISED
            four = decode4(at / BLOCK_SIZE, at % BLOCK_SIZE);
#else
            four = vec4(a[at / 4u]);
#endif
        }
        [[unroll]] for (uint j = 0u; j < 4u; ++j) {
            tile_a[row * PITCH + k + j] = SHARED_TYPE(four[j]);
        }
    }
#else
    for (uint i = gl_LocalInvocationIndex; i < BM * BK; i += WORKGROUP) {
        const uint row = i / BK, k = i % BK;
        const bool inside = row0 + row < p.M && k0 + k < p.K;
        tile_a[row * PITCH + k] =
            inside ? SHARED_TYPE(a[batch * p.batch_stride_a + (row0 + row) * p.stride_a + k0 + k]) : SHARED_TYPE(0);
    }
#endif
}

void load_b(uint batch, uint column0, uint k0) {
    for (uint i = gl_LocalInvocationIndex; i < BN * BK; i += WORKGROUP) {
        const uint column = i / BK, k = i % BK;
        SHARED_TYPE value = SHARED_TYPE(0.0);
        if (column0 + column < p.N && k0 + k < p.K) {
            value = SHARED_TYPE(b[batch * p.batch_stride_b + (column0 + column) * p.stride_b + k0 + k]);
        }
        tile_b[column * PITCH + k] = value;
    }
}

void main() {
    const uint row0 = gl_WorkGroupID.x * BM;
    const uint column0 = gl_WorkGroupID.y * BN;
    const uint batch = gl_WorkGroupID.z;
    const uint thread_row = gl_LocalInvocationIndex / COLUMNS_OF_THREADS * TM;
    const uint thread_column = gl_LocalInvocationIndex % COLUMNS_OF_THREADS * TN;

    float sums[TM * TN];
    [[unroll]] for (uint i = 0u; i < TM * TN; i++) {
        sums[i] = 0.0;
    }
    SHARED_TYPE cache_a[TM];
    SHARED_TYPE cache_b[TN];
    for (uint k0 = 0u; k0 < p.K; k0 += BK) {
        load_a(batch / p.broadcast, row0, k0);
        load_b(batch, column0, k0);
        barrier();
        [[unroll]] for (uint k = 0u; k < BK; ++k) {
            [[unroll]] for (uint i = 0u; i < TM; ++i) {
                cache_a[i] = tile_a[(thread_row + i) * PITCH + k];
            }
            [[unroll]] for (uint j = 0u; j < TN; ++j) {
                cache_b[j] = tile_b[(thread_column + j) * PITCH + k];
            }
            [[unroll]] for (uint i = 0u; i < TM; ++i) {
                [[unroll]] for (uint j = 0u; j < TN; ++j) {
                    sums[i * TN + j] = fma(float(cache_a[i]), float(cache_b[j]), sums[i * TN + j]);
                }
            }
        }
        barrier();
    }
    [[unroll]] for (uint j = 0u; j < TN; ++j) {
        const uint column = column0 + thread_column + j;
        [[unroll]] for (uint i = 0u; i < TM; ++i) {
            const uint row = row0 + thread_row + i;
            if (row < p.M && column < p.N) {
                result[batch * p.batch_stride_result + column * p.stride_result + row] = RESULT_TYPE(sums[i * TN + j]);
            }
        }
    }
}
