// compile: vulkan1.2
// val: scalar
// define: QUANTISED RESULT_TYPE=float16_t
// result[m, n] = max(sum of a[m, k] * b[n, k] + bias[n], 0), both with k innermost, in cooperative matrices of the whole
// workgroup that tensor layouts load: what is outside of a tensor is zero, and is not written. a may be in blocks of bytes
// with a scale, which a function decodes.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_NV_cooperative_matrix2 : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_buffer_reference : require
#include "types.glsl"

layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint BM = 64;
layout(constant_id = 2) const uint BN = 64;
layout(constant_id = 3) const uint BK = 64;

#ifdef QUANTISED
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer Block {
    float16_t scale;
    uint8_t unused[2];
    int8_t numbers[32];
};
layout(binding = 0) readonly buffer A { uint a[]; };

float16_t decode(const in Block block, const in uint at[2], const in uint in_block[2]) {
    return block.scale * float16_t(block.numbers[in_block[1]]);
}
#else
layout(binding = 0) readonly buffer A { float16_t a[]; };
#endif
layout(binding = 1) readonly buffer B { float16_t b[]; };
layout(binding = 2) readonly buffer Bias { float bias[]; };
layout(binding = 3) buffer Result { RESULT_TYPE result[]; };
layout(push_constant, std430) uniform Parameters { uint M, N, K; } p;

#define Tile(T, ROWS, COLUMNS, USE) coopmat<T, gl_ScopeWorkgroup, ROWS, COLUMNS, gl_MatrixUse##USE>
#define Layout tensorLayoutNV<2, gl_CooperativeMatrixClampModeConstantNV>

Layout rows_and_columns(uint rows, uint columns) {
    return setTensorLayoutDimensionNV(createTensorLayoutNV(2, gl_CooperativeMatrixClampModeConstantNV), rows, columns);
}

float finish(const in uint row, const in uint column, const in float x, const in uint column0) {
    const uint n = column0 + column;
    return max(x + (n < p.N ? bias[n] : 0.0), 0.0);
}

void main() {
    const uint row0 = gl_WorkGroupID.x * BM, column0 = gl_WorkGroupID.y * BN;
    Layout layout_a = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeConstantNV);
#ifdef QUANTISED
    layout_a = setTensorLayoutBlockSizeNV(layout_a, 1, 32);
#endif
    layout_a = setTensorLayoutDimensionNV(layout_a, p.M, p.K);
    const Layout layout_b = rows_and_columns(p.N, p.K);
    const tensorViewNV<2, false, 1, 0> turned = createTensorViewNV(2, false, 1, 0);

    Tile(float, BM, BN, Accumulator) sum = Tile(float, BM, BN, Accumulator)(0.0);
    for (uint k = 0; k < p.K; k += BK) {
        Tile(float16_t, BM, BK, A) left;
        Tile(float16_t, BK, BN, B) right;
        const Layout part = sliceTensorLayoutNV(layout_a, row0, BM, k, BK);
#ifdef QUANTISED
        coopMatLoadTensorNV(left, a, 0, part, decode);
#else
        coopMatLoadTensorNV(left, a, 0, part);
#endif
        coopMatLoadTensorNV(right, b, 0, sliceTensorLayoutNV(layout_b, column0, BN, k, BK), turned);
        sum = coopMatMulAdd(left, right, sum);
    }
    coopMatPerElementNV(sum, sum, finish, column0);
    const Tile(RESULT_TYPE, BM, BN, Accumulator) narrow = Tile(RESULT_TYPE, BM, BN, Accumulator)(sum);
    coopMatStoreTensorNV(narrow, result, 0, sliceTensorLayoutNV(rows_and_columns(p.M, p.N), row0, BM, column0, BN));
}
