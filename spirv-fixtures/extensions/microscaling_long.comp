// compile: vulkan1.3
// The microscaling formats: 8 and 16 numbers of 4 and 6 bits at once, which are long vectors.
#version 460
#extension GL_EXT_float_e2m1 : require
#extension GL_EXT_float_e2m3 : require
#extension GL_EXT_float_e3m2 : require
#extension GL_EXT_long_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 8) in;
layout(binding = 0, std430) buffer Data { uint a; uvec2 b; u16vec3 c; uvec3 d; u16vec3 e; uvec3 f; };
layout(binding = 1, std430) buffer Out { float v[8]; };
void main() {
    vector<floate2m1_t, 8> four8 = unpackFloat8xfe2m1EXT(a);
    v[0] = four8[7];
    a = packFloat8xfe2m1EXT(four8);
    vector<floate2m1_t, 16> four16 = unpackFloat16xfe2m1EXT(b);
    v[1] = four16[15];
    b = packFloat16xfe2m1EXT(four16);
    vector<floate2m3_t, 8> six8 = unpackFloat8xfe2m3EXT(c);
    v[2] = six8[7];
    c = packFloat8xfe2m3EXT(six8);
    vector<floate2m3_t, 16> six16 = unpackFloat16xfe2m3EXT(d);
    v[3] = six16[15];
    d = packFloat16xfe2m3EXT(six16);
    vector<floate3m2_t, 8> other8 = unpackFloat8xfe3m2EXT(e);
    v[4] = other8[7];
    e = packFloat8xfe3m2EXT(other8);
    vector<floate3m2_t, 16> other16 = unpackFloat16xfe3m2EXT(f);
    v[5] = other16[15];
    f = packFloat16xfe3m2EXT(other16);
    // 0x76543210: the numbers by their bits.
    const vector<floate2m1_t, 8> known = unpackFloat8xfe2m1EXT(0x76543210u);
    v[6] = known[7];
}
