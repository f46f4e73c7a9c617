// compile: vulkan1.2 vulkan1.3
// Constants of 16 bits are rounded to the nearest number, ties to the even one.
// buffer(0): u32 = [0; 5]
// expect buffer(0) == [0x4029, 0x3c00, 0x3c02, 0x7bff, 0xc029]
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer Out { uint bits[]; };
uint bits_of(float16_t x) { return packFloat2x16(f16vec2(x, 0.0hf)); }
void main() {
    bits[0] = bits_of(float16_t(2.0793));
    bits[1] = bits_of(float16_t(1.00048828125));  // halfway between two numbers
    bits[2] = bits_of(float16_t(1.00146484375));
    bits[3] = bits_of(float16_t(65519.0));
    bits[4] = bits_of(-float16_t(2.0793));
}
