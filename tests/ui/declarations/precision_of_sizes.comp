#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 1) in;

precision highp float32_t; //~ warning[GS0230]@17
precision highp float16_t; //~ error[GS0230]@17
struct S { lowp u32vec2 words; }; //~ warning[GS0230]@12
layout(binding = 0) buffer B { mediump f32mat2 matrix; }; //~ warning[GS0230]@32
highp int32_t f(float32_t x) { //~ warning[GS0230]@1
    mediump int16_t y; //~ error[GS0230]@5
    highp i32vec3 z = ivec3(x); //~ warning[GS0230]@5
    highp ivec3 w = z;
    return w.x;
}
void main() {}
