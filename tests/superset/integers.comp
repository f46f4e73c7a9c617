// compile: vulkan1.1
// Integer operators and functions of both signs.
// buffer(0): u32 = [0, 1, 2, 3, 100, 255, 65535, 65536, 2147483647, 2147483648, 4294967295, 7, 12, 99, 1000, 123456789]
// buffer(1): u32 = [0; 96]
#version 450
layout(local_size_x = 16) in;
layout(std430, set = 0, binding = 0) readonly buffer Data { uint data[]; };
layout(std430, set = 0, binding = 1) buffer Result { uint result[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint x = data[i];
    int s = int(x);
    result[i] = (x << 3) ^ (x >> 5) ^ (x & 0xf0f0u) ^ ~x;
    result[i + 16u] = x / 7u + x % 10u;
    result[i + 32u] = uint(s / 3) + uint(min(s, 5) + max(s, -5) + clamp(s, -9, 9) + abs(s) + sign(s));
    result[i + 48u] = uint(bitCount(x)) + uint(findLSB(x)) + uint(findMSB(x)) + bitfieldReverse(x);
    result[i + 64u] = bitfieldExtract(x, 4, 9) + bitfieldInsert(x, 5u, 2, 6);
    result[i + 80u] = uint(s >> 2) + (s < 0 ? 1u : 0u) + uint(bool(x)) + uint(s == 7 || x > 200u && x != 255u);
}
