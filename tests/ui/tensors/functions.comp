#version 460
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_NV_cooperative_matrix2 : require
#extension GL_EXT_buffer_reference : require
layout(buffer_reference) readonly buffer Block { float scale; };
layout(buffer_reference) readonly buffer Other { float scale; };
layout(binding = 0) readonly buffer Source { float source[]; };

float decode(Block block, const in uint at[2], const in uint inBlock[2]) { return block.scale; }
float deep(const in Block block, const in uint at[3], const in uint inBlock[3]) { return block.scale; }
float either(const in Block block, const in uint at[2], const in uint inBlock[2]) { return block.scale; }
float either(const in Other block, const in uint at[2], const in uint inBlock[2]) { return block.scale; }
int whole(const in float a, const in float b) { return 1; }
float plus(const in float a, const in float b) { return a + b; }
float wait(const in uint row, const in uint column, const in float x) {
    barrier();
    return x;
}
float each(const in uint row, const in uint column, const in float x) { return x; }
float each(const in uint row, const in uint column, const in vec2 x) { return x.y; }
int sum(const in int a, const in int b) { return a + b; }

void main() {
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m, r;
    coopmat<float, gl_ScopeSubgroup, 8, 16, gl_MatrixUseAccumulator> small;
    coopmat<int, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> n;
    tensorLayoutNV<2> t = setTensorLayoutDimensionNV(createTensorLayoutNV(2), 16, 16);
    coopMatLoadTensorNV(m, source, 0, t, decode); //~ error[GS0372]@42
    coopMatLoadTensorNV(m, source, 0, t, deep); //~ error[GS0373]@42
    coopMatLoadTensorNV(m, source, 0, t, either); //~ error[GS0374]@42
    coopMatReduceNV(m, m, gl_CooperativeMatrixReduceRowNV, whole); //~ error[GS0373]@60
    coopMatReduceNV(small, m, gl_CooperativeMatrixReduceRowNV, plus); //~ error[GS0340]@21
    coopMatReduceNV(small, m, 5, plus); //~ error[GS0601]@31
    coopMatReduceNV(n, n, gl_CooperativeMatrixReduceRowNV, sum); //~ warning[GS0367]@24
    coopMatPerElementNV(r, m, wait); //~ error[GS0375]@31
    coopMatPerElementNV(r, m, each, 1.0); //~ error[GS0373]@31
}
