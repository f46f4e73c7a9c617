#version 450
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require

layout(local_size_x = 32) in;

void main() {
    coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> subgroup;
    coopmat<float, gl_ScopeWorkgroup, 16, 16, gl_MatrixUseA> workgroup;
    coopmat<float, gl_ScopeDevice, 16, 16, gl_MatrixUseA> device; //~ error[GS0248]@20
    coopmat<float, 77, 16, 16, gl_MatrixUseA> nothing; //~ error[GS0248]@20
}
