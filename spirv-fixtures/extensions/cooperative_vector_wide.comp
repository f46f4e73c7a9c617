// compile: vulkan1.3
// Long vectors from cooperative ones and back, with known and with specialized lengths; 64-bit offsets of every function.
#version 450
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_long_vector : require
#extension GL_EXT_shader_64bit_indexing : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 32) in;
layout(constant_id = 0) const uint WIDTH = 16;
layout(binding = 0, std430) buffer Data { uint64_t offset; uint small; float16_t halves[]; };

void main() {
    coopvecNV<float16_t, 16> v;
    coopVecLoadNV(v, halves, offset);
    coopVecLoadNV(v, halves, small);
    vector<float16_t, 16> components = vector<float16_t, 16>(v);
    vector<float, 16> wide = vector<float, 16>(v);
    coopvecNV<float16_t, 16> back = coopvecNV<float16_t, 16>(wide);
    vec4 four = vec4(coopvecNV<float, 4>(small));

    vector<float, WIDTH> specialized = vector<float, WIDTH>(coopvecNV<float, WIDTH>(four.x));
    coopvecNV<float16_t, WIDTH> narrow = coopvecNV<float16_t, WIDTH>(specialized);
    coopVecStoreNV(narrow, halves, offset);

    coopvecNV<float16_t, 16> result;
    coopVecMatMulNV(result, back, gl_ComponentTypeFloat16NV, halves, offset, gl_ComponentTypeFloat16NV, 16, 16,
                    gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 32);
    coopVecMatMulAddNV(result, result, gl_ComponentTypeFloat16NV, halves, offset, gl_ComponentTypeFloat16NV, halves,
                       offset + 512ul, gl_ComponentTypeFloat16NV, 16, 16, gl_CooperativeVectorMatrixLayoutRowMajorNV,
                       false, 32);
    coopVecOuterProductAccumulateNV(result, v, halves, offset, 0, gl_CooperativeVectorMatrixLayoutTrainingOptimalNV,
                                    gl_ComponentTypeFloat16NV);
    coopVecReduceSumAccumulateNV(result, halves, offset);
    halves[0] = components[0] + float16_t(wide[1]);
}
