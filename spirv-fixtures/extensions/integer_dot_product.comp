// compile: vulkan1.1 vulkan1.3
// Every combination of signs, packed vectors and saturation.
#version 450
#extension GL_EXT_integer_dot_product : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer B {
    int a; uint b; ivec2 i2; uvec3 u3; u8vec4 u8; i8vec4 i8; u16vec2 u16; i64vec3 i64; u64vec3 u64; int64_t z; uint64_t w;
};
void main() {
    a = dotEXT(i2, i2) + dotEXT(i8, u8) + dotEXT(u8, i8) + dotEXT(i8, i8) + dotPacked4x8EXT(a, b) + dotPacked4x8EXT(b, a);
    b = dotEXT(u3, u3) + dotEXT(u8, u8) + dotEXT(u16, u16) + dotPacked4x8EXT(b, b);
    z = dotEXT(i64, u64);
    w = dotEXT(u64, u64);
    z = dotAccSatEXT(i64, i64, z);
    a = dotAccSatEXT(i8, u8, a);
    a = dotPacked4x8AccSatEXT(a, b, a) + dotPacked4x8AccSatEXT(b, a, a);
}
