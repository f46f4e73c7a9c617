// compile: vulkan1.3
// A matrix that a workgroup of specialized size shares: the constants of LocalSizeId come before its type.
#version 450
#extension GL_KHR_cooperative_matrix : require
#extension GL_NV_cooperative_matrix2 : require
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint ROWS = 32;
layout(binding = 0) buffer Numbers { float numbers[]; };
void main() {
    coopmat<float, gl_ScopeWorkgroup, ROWS, 16, gl_MatrixUseAccumulator> sum;
    coopMatLoad(sum, numbers, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
    sum += sum;
    coopMatStore(sum, numbers, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
}
