// compile: vulkan1.1 vulkan1.3
// Matrices from arrays and back: factors, accumulators, packed words; sizes that the pipeline determines.
#version 450
#extension GL_QCOM_cooperative_matrix_conversion : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#pragma use_vulkan_memory_model
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint K = 8;
layout(binding = 0) buffer B { uint words[8]; float sums[64]; };

void main() {
    uint packed[8] = words;
    float16_t halves[16];
    bitcastQCOM(packed, halves);
    coopmat<float16_t, gl_ScopeSubgroup, 64, 16, gl_MatrixUseA> a;
    vectorToCoopmatQCOM(halves, a);
    coopmat<float16_t, gl_ScopeSubgroup, 16, 64, gl_MatrixUseB> b;
    vectorToCoopmatQCOM(packed, b);
    coopmat<float, gl_ScopeSubgroup, 64, 64, gl_MatrixUseAccumulator> c =
        coopMatMulAdd(a, b, coopmat<float, gl_ScopeSubgroup, 64, 64, gl_MatrixUseAccumulator>(0.0));
    coopmatToVectorQCOM(c, sums);
    uint part[K];
    extractSubArrayQCOM(packed, 2u, part);
    coopmat<uint8_t, gl_ScopeSubgroup, 64, (4 * K), gl_MatrixUseA> small;
    vectorToCoopmatQCOM(part, small);
    coopmatToVectorQCOM(small, packed);
    words = packed;
}
