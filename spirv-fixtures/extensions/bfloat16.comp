// compile: vulkan1.1 vulkan1.3
// bfloat16 in every memory, all its conversions, dot products, bit casts and a specialization constant.
#version 460
#extension GL_EXT_bfloat16 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 8) in;
layout(constant_id = 3) const bfloat16_t SCALE = bfloat16_t(0.1);
layout(push_constant) uniform Push { bf16vec2 offset; };
layout(binding = 0, std430) buffer Data { bfloat16_t one; bf16vec3 three; bf16vec4 many[]; };
layout(binding = 1, std430) buffer Out {
    float f; double d; float16_t h; int8_t i8; uint16_t u16; int i; uint64_t u64; vec4 v; i16vec3 bits;
};
shared bf16vec2 tile[8];
bfloat16_t last = bfloat16_t(-0.0);
bfloat16_t pick(bf16vec4 v[2], int index) { return v[index & 1].z; }
void main() {
    uint lane = gl_LocalInvocationIndex;
    tile[lane] = bf16vec2(many[lane].xy);
    barrier();
    f = one;
    d = tile[lane ^ 1u].y;
    h = float16_t(offset.x);
    i8 = int8_t(one);
    u16 = uint16_t(one);
    i = int(one);
    u64 = uint64_t(one);
    v = many[1];
    one = bfloat16_t(f);
    one = bfloat16_t(d);
    one = bfloat16_t(h);
    one = bfloat16_t(i8);
    one = bfloat16_t(u16);
    one = bfloat16_t(i);
    one = bfloat16_t(u64);
    three = bf16vec3(v);
    three = bf16vec3(f);
    many[2] = bf16vec4(three, i);
    one = dot(three, many[3].yzw);
    one = dot(one, last);
    bits = bfloat16BitsToIntEXT(three);
    three = intBitsToBFloat16EXT(bits);
    u16 = bfloat16BitsToUintEXT(one);
    one = uintBitsToBFloat16EXT(u16);
    f = float(SCALE) * float(one);
    bf16vec4 pair[2] = bf16vec4[](many[4], bf16vec4(SCALE, 1, one, last));
    last = pick(pair, i);
    three[i] = i > 2 ? last : SCALE;
}
