// compile: vulkan1.1 vulkan1.3
// With the storage extensions alone: loads, stores, and conversions to and from 32 bits; no 8-bit or 16-bit arithmetic.
// buffer(0): u32 = [0x0403ff80, 0x00023c00, 0x7fff8000]
// buffer(1): i32 = [0; 6]
// expect buffer(1) == [-128, 255, 3, 4, -32768, 32767]
// buffer(2): f32 = [0; 2]
// expect buffer(2) == [1.0, 2.5]
// buffer(3): u32 = [0; 3]
// expect buffer(3) == [0x05fe0102, 0x00004100, 0x00070009]
#version 450
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 1) in;
struct Half { float16_t h; };
layout(binding = 0, std430) readonly buffer In { int8_t a; uint8_t b; u8vec2 c; float16_t d; uint16_t e; i16vec2 f; };
layout(binding = 1, std430) buffer Integers { int r[]; };
layout(binding = 2, std430) buffer Floats { float s[]; };
layout(binding = 3, std430) buffer Out { i8vec4 q; Half half_; u16vec2 t; };
void main() {
    r[0] = int(a);
    r[1] = int(b);
    r[2] = int(c.x);
    r[3] = int(uvec2(c).y);
    ivec2 pair = ivec2(f);
    r[4] = pair.x; r[5] = pair.y;
    s[0] = float(d);
    s[1] = float(uint(e)) + 0.5;
    q = i8vec4(ivec4(2, 1, -2, 5));
    half_.h = float16_t(2.5);
    t = u16vec2(uvec2(9, 7));
}
