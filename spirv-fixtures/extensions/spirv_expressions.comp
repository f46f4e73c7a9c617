// compile: vulkan1.1 vulkan1.3
// buffer(0): f32 = [0, 1.5, 2, 3]
// expect buffer(0) == [3, 12, 2, 11.5]
// Decorations of expressions, of constants and variables too; ids of variables of the function and of built-in inputs;
// an instruction that only one function knows; macros of extensions.
#version 460
#extension GL_EXT_spirv_intrinsics : require
#define GL_EXT_ray_query 1
#undef GL_EXT_shader_16bit_storage
#ifdef GL_EXT_shader_16bit_storage
#error its macro is gone
#endif
layout(local_size_x = 1) in;
layout(binding = 0, std430) buffer B { float r[]; };
#define NoContraction 42
#define CounterBuffer extensions = ["SPV_GOOGLE_hlsl_functionality1"], 5634

// The sum of bits, by an instruction that has its name in here only.
int bits(int x) {
    spirv_instruction(id = 205) int count(int value);
    return count(x);
}

// Another one of the same name.
float count(int x) { return float(x) * 0.5; }

void main() {
    const float scale = 2.0;
    float one = r[1];
    uint index = 3u, other = index;
    // Not the load of `one` for the other uses, not the constant for all.
    r[0] = spirv_decorate(NoContraction)(one * scale);
    r[1] = spirv_decorate(NoContraction)(one) * 4.0 + spirv_decorate(NoContraction)(scale) * 3.0;
    spirv_decorate_id(CounterBuffer, other) spirv_decorate_id(CounterBuffer, gl_WorkGroupID) float counted = one;
    spirv_decorate_id(CounterBuffer, counted) index;
    bool low = spirv_decorate(NoContraction)(counted < 2.0 && r[2] > counted / 2.0);
    r[2] = low ? 2.0 : 0.0;
    r[index] = spirv_decorate(0)(spirv_decorate(NoContraction)(float(bits(0xff)) + count(7)));
}
