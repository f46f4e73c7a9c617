// compile: vulkan1.3
// Loads that may decode several neighbouring elements at once.
#version 460
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_cooperative_matrix : require
#extension GL_NV_cooperative_matrix2 : require
#extension GL_NV_cooperative_matrix_decode_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 32) in;

// One block in two shapes.
layout(buffer_reference, std430, buffer_reference_align = 2) readonly buffer Bytes { float16_t scale; int8_t values[32]; };
layout(buffer_reference, std430, buffer_reference_align = 2) readonly buffer Pairs { float16_t scale; int16_t values[16]; };

layout(binding = 0) readonly buffer Raw { uvec4 raw[]; };

float16_t one(const in Bytes block, const in uint at[2], const in uint inBlock[2]) {
    return float16_t(block.values[inBlock[1]]) * block.scale;
}
f16vec2 two(const in Pairs block, const in uint at[2], const in uint inBlock[2]) {
    int16_t pair = block.values[inBlock[1] / 2u];
    return f16vec2(float16_t(int8_t(pair)), float16_t(int8_t(pair >> 8))) * block.scale;
}
f16vec4 four(const in Pairs block, const in uint at[2], const in uint inBlock[2]) { return f16vec4(block.scale); }

void main() {
    coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> m;
    tensorLayoutNV<2> t = createTensorLayoutNV(2);
    t = setTensorLayoutBlockSizeNV(t, 1, 32);
    t = setTensorLayoutDimensionNV(t, 64, 64);
    coopMatLoadTensorNV(m, raw, 0, t, one, two);
    coopMatLoadTensorNV(m, raw, 0, t, createTensorViewNV(2, false, 1, 0), one, four);
}
