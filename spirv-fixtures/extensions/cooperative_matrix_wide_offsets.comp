// compile: vulkan1.3
// 64-bit offsets of the first element of a matrix (GL_EXT_shader_64bit_indexing).
#version 460
#extension GL_EXT_shader_64bit_indexing : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_NV_cooperative_matrix2 : require
layout(local_size_x = 32) in;
layout(binding = 0) buffer Elements { uint64_t first; uint small; float16_t values[]; };
void main() {
  coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> m;
  coopMatLoad(m, values, first, 16, gl_CooperativeMatrixLayoutRowMajor);
  coopMatStore(m, values, first + 256ul, 16, gl_CooperativeMatrixLayoutRowMajor);
  coopMatLoad(m, values, small, 16, gl_CooperativeMatrixLayoutRowMajor);
  tensorLayoutNV<2> rows = createTensorLayoutNV(2);
  rows = setTensorLayoutDimensionNV(rows, 16, 16);
  coopMatLoadTensorNV(m, values, first, rows);
  coopMatStoreTensorNV(m, values, int64_t(small), rows);
}
