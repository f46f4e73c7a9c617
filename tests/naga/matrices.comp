#version 450
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_16bit_storage : require
// Cooperative matrices of a subgroup, in sizes that naga has. HLSL has none.
// refused: hlsl
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) readonly buffer Left { float16_t left[]; };
layout(set = 0, binding = 1) readonly buffer Right { float16_t right[]; };
layout(set = 0, binding = 2) buffer Sums { float sums[]; };
layout(push_constant) uniform Size { uint stride; float scale; };
void main() {
    coopmat<float16_t, gl_ScopeSubgroup, 8, 8, gl_MatrixUseA> a;
    coopmat<float16_t, gl_ScopeSubgroup, 8, 8, gl_MatrixUseB> b;
    coopmat<float, gl_ScopeSubgroup, 8, 8, gl_MatrixUseAccumulator> sum =
        coopmat<float, gl_ScopeSubgroup, 8, 8, gl_MatrixUseAccumulator>(0.0);
    for (uint k = 0; k < stride; k += 8) {
        coopMatLoad(a, left, gl_WorkGroupID.x * 8 * stride + k, stride, gl_CooperativeMatrixLayoutRowMajor);
        coopMatLoad(b, right, k, stride, gl_CooperativeMatrixLayoutColumnMajor);
        sum = coopMatMulAdd(a, b, sum);
    }
    coopMatStore(-sum * scale - sum, sums, gl_WorkGroupID.x * 64, 8, gl_CooperativeMatrixLayoutRowMajor);
}
