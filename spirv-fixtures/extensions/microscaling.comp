// compile: vulkan1.1 vulkan1.3
// The microscaling formats: 4 and 6 bits unpacked from integers, scales and fixed-point numbers in memory.
#version 460
#extension GL_EXT_float_e2m1 : require
#extension GL_EXT_float_e2m3 : require
#extension GL_EXT_float_e3m2 : require
#extension GL_EXT_float_ue8m0 : require
#extension GL_EXT_float_mxint8 : require
#extension GL_EXT_float_e4m3 : require
#extension GL_EXT_bfloat16 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 8) in;
layout(constant_id = 0) const floate2m1_t HALF = 0.5fe2m1;
layout(binding = 0, std430) buffer Data {
    floatue8m0_t scale; uint8_t nibbles; uint16_t four; u8vec3 sixes; u8vec4 bytes; fmxint8vec2 fixedPoint; int8_t i8;
};
layout(binding = 1, std430) buffer Out { float f; float16_t h; bfloat16_t b; floate4m3_t e; int i; vec4 v; };
shared floatue8m0_t scales[8];
floate2m1_t pass(floate2m1_t x) { return x; }
void main() {
    scales[gl_LocalInvocationIndex] = scale;
    barrier();
    fe2m1vec2 two = unpackFloat2xfe2m1EXT(nibbles);
    fe2m1vec4 quad = unpackFloat4xfe2m1EXT(four);
    v = quad;
    f = pass(two.x);
    h = two.y;
    b = quad.w;
    e = quad.z;
    i = int(quad.x);
    nibbles = packFloat2xfe2m1EXT(quad.wz);
    four = packFloat4xfe2m1EXT(fe2m1vec4(HALF, 6, -1.5, quad.x));
    f = bitcastExtractfe2m1EXT(nibbles, 4u);
    v = bitcastExtractfe2m1EXT(bytes, i);
    fe2m3vec4 a = unpackFloat4xfe2m3EXT(sixes);
    sixes = packFloat4xfe2m3EXT(a.wzyx);
    fe3m2vec4 c = unpackFloat4xfe3m2EXT(sixes);
    sixes = packFloat4xfe3m2EXT(c.yyyy);
    f = bitcastExtractfe3m2EXT(bytes.x, 2u);
    f = float(scales[0]) * float(a.x);
    scale = 0.25fue8m0;
    bytes.x = floatue8m0BitsToUintEXT(scale);
    scale = uintBitsToFloatue8m0EXT(bytes.y);
    v.xy = fixedPoint;
    fixedPoint.x = intBitsToFloatmxint8EXT(i8);
    i8 = floatmxint8BitsToIntEXT(fixedPoint.y);
    fixedPoint.y = 1.984375fmxint8;
}
