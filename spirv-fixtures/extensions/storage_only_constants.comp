// compile: vulkan1.1
// Constants that are stored in 8 and 16 bits, and conversions that also change the sign: no arithmetic in few bits, so
// no capability for it.
// buffer(0): u32 = [0; 5]
// expect buffer(0) == [0x40003e00, 0x04030201, 0xff03fffb, 0xfff6c000, 0xfe]
// buffer(1): i32 = [-10, -2, 0x1fffb]
#version 450
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 1) in;
layout(binding = 0, std430) buffer Out { f16vec2 h; u8vec4 b; uint16_t s; uint8_t u; int8_t i; float16_t l; uint16_t m; uint8_t n; };
layout(binding = 1, std430) readonly buffer In { int a; int c; uint d; };
void main() {
    h = f16vec2(vec2(1.5, 2.0));
    b = u8vec4(uvec4(1u, 2u, 3u, 4u));
    s = uint16_t(d);
    u = uint8_t(3);
    i = int8_t(-1);
    l = float16_t(-2.0);
    m = uint16_t(a);
    n = uint8_t(c);
    i = int8_t(d + 4u);
}
