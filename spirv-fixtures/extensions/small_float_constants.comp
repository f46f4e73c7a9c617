// compile: vulkan1.1
// Conversions of constants, as bits: nothing of the formats is left when the shader runs. Ties go to even; what is too
// large becomes infinity, NaN or the largest number, whichever the format has.
// buffer(0): u32 = [9; 40]
// expect buffer(0) == [0x3dcd, 0x3f80, 0x4380, 0x4382, 0x7f80, 0xff80, 0x7f7f, 0x8000, 0x1, 0x3f81, 0x7e, 0x7f, 0xff, 0x38, 0x1, 0x0, 0x7b, 0x7c, 0xfc, 0x3c, 0x2, 0x7, 0xf, 0x21, 0x1f, 0x3f, 0x7d, 0xff, 0x7f, 0xe0, 5, 9]
#version 460
#extension GL_EXT_bfloat16 : require
#extension GL_EXT_float_e4m3 : require
#extension GL_EXT_float_e5m2 : require
#extension GL_EXT_float_e2m1 : require
#extension GL_EXT_float_e2m3 : require
#extension GL_EXT_float_e3m2 : require
#extension GL_EXT_float_ue8m0 : require
#extension GL_EXT_float_mxint8 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer Out { uint r[]; };
const bfloat16_t tenth = bfloat16_t(0.1);
const float largest = uintBitsToFloat(0x7f7f7fffu);
void main() {
    r[0] = uint(bfloat16BitsToUintEXT(tenth));
    r[1] = uint(bfloat16BitsToUintEXT(bfloat16_t(1)));
    r[2] = uint(bfloat16BitsToUintEXT(bfloat16_t(257)));
    r[3] = uint(bfloat16BitsToUintEXT(bfloat16_t(259u)));
    r[4] = uint(bfloat16BitsToUintEXT(bfloat16_t(uintBitsToFloat(0x7f7f8000u))));
    r[5] = uint(bfloat16BitsToUintEXT(bfloat16_t(-1e300lf)));
    r[6] = uint(bfloat16BitsToUintEXT(bfloat16_t(largest)));
    r[7] = uint(bfloat16BitsToUintEXT(bfloat16_t(-0.0)));
    r[8] = uint(bfloat16BitsToUintEXT(bfloat16_t(1e-40)));
    r[9] = uint(bfloat16BitsToUintEXT(bfloat16_t(uintBitsToFloat(0x3f808001u))));
    r[10] = uint(floate4m3BitsToUintEXT(floate4m3_t(464.0)));
    r[11] = uint(floate4m3BitsToUintEXT(floate4m3_t(465)));
    r[12] = uint(floate4m3BitsToUintEXT(floate4m3_t(uintBitsToFloat(0xff800000u))));
    r[13] = uint(floate4m3BitsToUintEXT(fe4m3vec2(vec2(2, 1)).y));
    r[14] = uint(floate4m3BitsToUintEXT(floate4m3_t(1.0 / 512.0)));
    r[15] = uint(floate4m3BitsToUintEXT(floate4m3_t(1.0 / 1024.0)));
    r[16] = uint(floate5m2BitsToUintEXT(floate5m2_t(57344)));
    r[17] = uint(floate5m2BitsToUintEXT(floate5m2_t(61440.0)));
    r[18] = uint(floate5m2BitsToUintEXT(floate5m2_t(-1e30)));
    r[19] = uint(floate5m2BitsToUintEXT(floate5m2_t(1.125)));
    const uint two = uint(packFloat2xfe2m1EXT(fe2m1vec2(1.25, 0)));
    r[20] = two;
    r[21] = uint(packFloat2xfe2m1EXT(fe2m1vec2(10.0fe2m1, 0)));
    r[22] = uint(packFloat2xfe2m1EXT(fe2m1vec2(-1e9, 0)));
    r[23] = uint(packFloat2xfe2m1EXT(fe2m1vec2(0.26, 1)));
    const fe2m3vec4 sixes = fe2m3vec4(100.0, 0.0, 0.0, -7.5);
    r[24] = uint(packFloat4xfe2m3EXT(sixes).x);
    r[25] = uint(packFloat4xfe3m2EXT(fe3m2vec4(-28, 0, 0, 0)).x);
    r[26] = uint(floatue8m0BitsToUintEXT(0.25fue8m0));
    r[27] = uint(floatue8m0BitsToUintEXT(floatue8m0_t(uintBitsToFloat(0x7fc00000u))));
    r[28] = uint(floatmxint8BitsToUintEXT(floatmxint8_t(3)));
    r[29] = uint(floatmxint8BitsToUintEXT(floatmxint8_t(-0.5)));
    r[30] = uint(int(float(bitcastExtractfe2m1EXT(uint8_t(0x6c), 4u))) + int(1.5fe2m1));
}
