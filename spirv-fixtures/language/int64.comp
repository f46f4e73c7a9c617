// compile: vulkan1.0 vulkan1.1
// 64-bit integers: literals, arithmetic, shifts, conversions, comparison.
// buffer(0): u64 = [0x100000000]
// buffer(1): i64 = [-5]
// buffer(2): u64 = [0; 8]
// expect buffer(2) == [0x100000001, 0x10000000000, 0x123456789abcdef0, 1, 4294967296, 1, 0x200000000]
// buffer(3): i64 = [0; 8]
// expect buffer(3) == [-10, -2, -5, 2, -1]
#version 450
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer U { uint64_t u; };
layout(binding = 1) buffer I { int64_t i; };
layout(binding = 2) buffer Out { uint64_t r[]; };
layout(binding = 3) buffer OutI { int64_t s[]; };
void main() {
    r[0] = u + 1;
    r[1] = u << 8;
    r[2] = 0x123456789abcdef0ul + (u - u);
    r[3] = u >> 32;
    r[4] = uint64_t(float(u));
    r[5] = uint64_t(u > 0xfffffffful);
    r[6] = u64vec2(u, u * 2ul).y;
    s[0] = i * 2l;
    s[1] = i / 2;
    s[2] = int64_t(int(i));
    s[3] = int64_t(packUint2x32(uvec2(2, 0)));
    s[4] = i >> 60;
}
