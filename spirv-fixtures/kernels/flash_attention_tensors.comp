// compile: vulkan1.2
// val: scalar
// define: CAUSAL
// soft-max(q k^T scale) v without the whole matrix, in cooperative matrices of the whole workgroup: tiles of keys pass by,
// and the maximum, the sum and the results so far are rescaled when the maximum grows. A workgroup has ROWS queries of one
// head; heads lie one behind the other. Rows of the matrices that hold maxima and sums have one number each, repeated.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_NV_cooperative_matrix2 : require
#extension GL_KHR_memory_scope_semantics : require
#include "types.glsl"

layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint ROWS = 64;
layout(constant_id = 2) const uint KEYS = 64;
layout(constant_id = 3) const uint HEAD_SIZE = 64;

layout(binding = 0) readonly buffer Queries { float16_t q[]; };
layout(binding = 1) readonly buffer Keys { float16_t k[]; };
layout(binding = 2) readonly buffer Values { float16_t v[]; };
layout(binding = 3) buffer Result { RESULT_TYPE result[]; };
layout(push_constant, std430) uniform Parameters { uint queries, keys, heads_per_cache; float scale; } p;

// Of keys that a query must not see; finite, so that nothing is divided by zero.
const float HIDDEN = -1e30;

#define Tile(T, R, C, USE) coopmat<T, gl_ScopeWorkgroup, R, C, gl_MatrixUse##USE>
#define Scores Tile(float, ROWS, KEYS, Accumulator)
#define Sums Tile(float, ROWS, HEAD_SIZE, Accumulator)
#define Layout tensorLayoutNV<2, gl_CooperativeMatrixClampModeConstantNV>

float larger(const in float a, const in float b) { return max(a, b); }
float plus(const in float a, const in float b) { return a + b; }

float scaled(const in uint row, const in uint column, const in float x, const in uint query0, const in uint key0) {
    const uint key = key0 + column;
    bool seen = key < p.keys;
#ifdef CAUSAL
    seen = seen && key <= query0 + row + (p.keys - p.queries);
#endif
    return seen ? x * p.scale : HIDDEN;
}
float larger_of(const in uint row, const in uint column, const in float x, const in float y) { return max(x, y); }
float power(const in uint row, const in uint column, const in float x, const in float highest) {
    return exp(x - highest);
}

Layout rows_of(uint rows) {
    return setTensorLayoutDimensionNV(createTensorLayoutNV(2, gl_CooperativeMatrixClampModeConstantNV), rows, HEAD_SIZE);
}

void main() {
    const uint query0 = gl_WorkGroupID.x * ROWS, head = gl_WorkGroupID.y;
    const uint first = head * p.queries * HEAD_SIZE, cached = head / p.heads_per_cache * p.keys * HEAD_SIZE;
    const Layout mine = sliceTensorLayoutNV(rows_of(p.queries), query0, ROWS, 0, HEAD_SIZE);
    const Layout cache = rows_of(p.keys);
    const tensorViewNV<2, false, 1, 0> turned = createTensorViewNV(2, false, 1, 0);

    Tile(float16_t, ROWS, HEAD_SIZE, A) query;
    coopMatLoadTensorNV(query, q, first, mine);
    Scores highest = Scores(HIDDEN), total = Scores(0.0);
    Sums sums = Sums(0.0), factors;
    for (uint key0 = 0; key0 < p.keys; key0 += KEYS) {
        const Layout part = sliceTensorLayoutNV(cache, key0, KEYS, 0, HEAD_SIZE);
        Tile(float16_t, HEAD_SIZE, KEYS, B) key;
        coopMatLoadTensorNV(key, k, cached, part, turned);
        Scores scores = coopMatMulAdd(query, key, Scores(0.0));
        coopMatPerElementNV(scores, scores, scaled, query0, key0);

        Scores before = highest, row;
        coopMatReduceNV(row, scores, gl_CooperativeMatrixReduceRowNV, larger);
        coopMatPerElementNV(highest, row, larger_of, before);
        coopMatPerElementNV(scores, scores, power, highest);
        coopMatPerElementNV(before, before, power, highest);
        coopMatReduceNV(row, scores, gl_CooperativeMatrixReduceRowNV, plus);
        total = total * before + row;

        coopMatReduceNV(factors, before, gl_CooperativeMatrixReduceRowNV, larger);
        Tile(float16_t, KEYS, HEAD_SIZE, B) value;
        coopMatLoadTensorNV(value, v, cached, part);
        sums = coopMatMulAdd(Tile(float16_t, ROWS, KEYS, A)(scores), value, sums * factors);
    }
    coopMatReduceNV(factors, total, gl_CooperativeMatrixReduceRowNV, larger);
    sums /= factors;
    const Tile(RESULT_TYPE, ROWS, HEAD_SIZE, Accumulator) narrow = Tile(RESULT_TYPE, ROWS, HEAD_SIZE, Accumulator)(sums);
    coopMatStoreTensorNV(narrow, result, first, mine);
}
