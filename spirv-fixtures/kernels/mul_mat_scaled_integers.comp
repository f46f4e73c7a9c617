// compile: vulkan1.2
// val: scalar
// define: WORDS
// result[m, n] = activation(scale_a[m] * scale_b[n] * sum of a[m, k] * b[n, k] + bias[n]), a and b bytes with k innermost:
// cooperative matrices straight from buffers, which may be declared as words. Every subgroup has one row of fragments.
// Sizes are multiples of those of the fragments.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#include "types.glsl"

layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint TM = 16;
layout(constant_id = 2) const uint TN = 16;
layout(constant_id = 3) const uint TK = 32;
// Fragments of a subgroup, and the most subgroups.
layout(constant_id = 4) const uint COUNT = 3;
layout(constant_id = 5) const uint SUBGROUPS = 4;

#ifdef WORDS
#define STORED uvec4
const uint BYTES = 16;
#else
#define STORED int8_t
const uint BYTES = 1;
#endif
layout(binding = 0) readonly buffer A { STORED a[]; };
layout(binding = 1) readonly buffer B { STORED b[]; };
layout(binding = 2) readonly buffer ScalesA { float scales_a[]; };
layout(binding = 3) readonly buffer ScalesB { float scales_b[]; };
layout(binding = 4) readonly buffer Bias { float16_t bias[]; };
layout(binding = 5) writeonly buffer Result { RESULT_TYPE result[]; };
layout(push_constant, std430) uniform Parameters { uint M, N, K; } p;

shared int sums_of[SUBGROUPS][TM * TN];

#define Sum coopmat<int, gl_ScopeSubgroup, TM, TN, gl_MatrixUseAccumulator>

void main() {
    const uint row = (gl_WorkGroupID.x * gl_NumSubgroups + gl_SubgroupID) * TM;
    const uint column0 = gl_WorkGroupID.y * COUNT * TN;
    Sum sums[COUNT];
    [[unroll]] for (uint i = 0; i < COUNT; ++i) {
        sums[i] = Sum(0);
    }
    if (row < p.M) {
        for (uint k = 0; k < p.K; k += TK) {
            coopmat<int8_t, gl_ScopeSubgroup, TM, TK, gl_MatrixUseA> left;
            coopMatLoad(left, a, (row * p.K + k) / BYTES, p.K / BYTES, gl_CooperativeMatrixLayoutRowMajor);
            [[unroll]] for (uint i = 0; i < COUNT; ++i) {
                const uint column = column0 + i * TN;
                if (column < p.N) {
                    coopmat<int8_t, gl_ScopeSubgroup, TK, TN, gl_MatrixUseB> right;
                    coopMatLoad(right, b, (column * p.K + k) / BYTES, p.K / BYTES, gl_CooperativeMatrixLayoutColumnMajor);
                    sums[i] = coopMatMulAdd(left, right, sums[i]);
                }
            }
        }
    }
    // Which components an invocation has only the device knows, so scales are applied in shared memory.
    [[unroll]] for (uint i = 0; i < COUNT; ++i) {
        const uint column = column0 + i * TN;
        barrier();
        coopMatStore(sums[i], sums_of[gl_SubgroupID], 0, TN, gl_CooperativeMatrixLayoutRowMajor);
        barrier();
        if (row < p.M && column < p.N) {
            for (uint j = gl_SubgroupInvocationID; j < TM * TN; j += gl_SubgroupSize) {
                const uint m = row + j / TN, n = column + j % TN;
                const float x = float(sums_of[gl_SubgroupID][j]) * (scales_a[m] * scales_b[n]) + float(bias[n]);
#ifdef GATED
                result[m * p.N + n] = RESULT_TYPE(x / (1.0 + exp(-x)));
#else
                result[m * p.N + n] = RESULT_TYPE(max(x, 0.0));
#endif
            }
        }
    }
}
