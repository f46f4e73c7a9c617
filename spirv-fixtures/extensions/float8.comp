// compile: vulkan1.1 vulkan1.3
// Both 8-bit float formats: memory, conversions with and without saturation, bit casts.
#version 460
#extension GL_EXT_float_e4m3 : require
#extension GL_EXT_float_e5m2 : require
#extension GL_EXT_bfloat16 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 8) in;
layout(constant_id = 0) const floate4m3_t E = floate4m3_t(448.0);
layout(constant_id = 1) const floate5m2_t M = floate5m2_t(-57344.0);
layout(push_constant) uniform Push { fe4m3vec4 pushed; };
layout(binding = 0, std430) buffer Data { floate4m3_t e; fe5m2vec3 m[2]; fe4m3vec4 quads[]; };
layout(binding = 1, std430) buffer Out {
    float f; double d; f16vec3 h; bfloat16_t b; int8_t i8; uint u; int64_t i64; u8vec4 bits; vec4 v;
};
shared floate5m2_t tile[8];
void main() {
    tile[gl_LocalInvocationIndex] = m[1].y;
    barrier();
    f = e;
    d = tile[0];
    h = m[0];
    b = pushed.w;
    v = quads[0];
    i8 = int8_t(e);
    u = uint(m[0].x);
    i64 = int64_t(e);
    e = floate4m3_t(f);
    e = floate4m3_t(d);
    e = floate4m3_t(b);
    e = floate4m3_t(i8);
    e = floate4m3_t(u);
    e = floate4m3_t(m[0].z);
    m[0] = fe5m2vec3(h);
    m[1] = fe5m2vec3(quads[1]);
    quads[2] = fe4m3vec4(v.xy, h.x, i64);
    saturatedConvertEXT(quads[3], v);
    saturatedConvertEXT(m[1], h);
    saturatedConvertEXT(m[1].x, d);
    saturatedConvertEXT(e, b);
    bits = floate4m3BitsToUintEXT(quads[4]);
    quads[5] = uintBitsToFloate4m3EXT(bits);
    i8 = floate5m2BitsToIntEXT(tile[1]);
    m[0].y = intBitsToFloate5m2EXT(i8);
    f = float(E) + float(M);
}
