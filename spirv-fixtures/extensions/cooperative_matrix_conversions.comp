// compile: vulkan1.3
// A reduction of integers and a transposition that converts, as NVIDIA's driver has them (GL_NV_cooperative_matrix2).
#version 460
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_NV_cooperative_matrix2 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 32) in;
layout(binding = 0) buffer Data { int numbers[256]; float16_t halves[256]; };

int larger(const in int a, const in int b) { return max(a, b); }

void main() {
    coopmat<int, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> m, reduced;
    coopMatLoad(m, numbers, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatReduceNV(reduced, m, gl_CooperativeMatrixReduceRowNV, larger);
    coopMatStore(reduced, numbers, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> wide = coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(1.5);
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> turned;
    coopMatTransposeNV(turned, wide);
    coopMatStore(turned, halves, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
}
