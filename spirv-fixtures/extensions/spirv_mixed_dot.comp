// compile: vulkan1.2
// An instruction that most tools do not know (SPV_VALVE_mixed_float_dot_product).
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_spirv_intrinsics : require
layout(local_size_x = 32) in;
spirv_instruction(extensions = ["SPV_VALVE_mixed_float_dot_product"], capabilities = [6912], id = 6916)
float dot2(f16vec2 a, f16vec2 b, float sum);
layout(binding = 0) readonly buffer A { f16vec4 a[]; };
layout(binding = 1) readonly buffer B { f16vec4 b[]; };
layout(binding = 2) buffer C { float c[]; };
void main() {
    const uint i = gl_GlobalInvocationID.x;
    c[i] = dot2(a[i].zw, b[i].zw, dot2(a[i].xy, b[i].xy, c[i]));
}
