// compile: vulkan1.1
// The derivatives of 16-bit floats, by way of 32 bits, the only width that SPIR-V has for them.
#version 450
#extension GL_NV_compute_shader_derivatives : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 4) in;
layout(derivative_group_linearNV) in;
layout(binding = 0) buffer Results { f16vec2 results[]; };
void main() {
    f16vec2 place = results[gl_LocalInvocationIndex];
    results[gl_LocalInvocationIndex] = dFdx(place) + fwidthFine(place.x);
}
