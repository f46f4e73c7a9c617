// compile: vulkan1.2
// Small integers that only memory holds become floats by way of 32 bits, which needs no arithmetic in them; those that
// variables hold, where it is needed anyway, straight.
// buffer(0): u32 = [0x80ff01fe, 0x8000ffff]
// buffer(1): f32 = [0; 8]
// expect buffer(1) == [254, 1, -1, -128, 65535, 32768, 255, -1]
#version 450
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer Bytes { uint8_t a, b; int8_t c, d; uint16_t e, f; };
layout(binding = 1) buffer Floats { float r[8]; };
void main() {
    r[0] = float(a);
    r[1] = float(b);
    r[2] = float(c);
    r[3] = float(d);
    r[4] = float(e);
    r[5] = float(f);
    u8vec2 held = u8vec2(uint8_t(c), b);
    r[6] = float(held.x);
    r[7] = float(int8_t(held.x));
}
