// compile: vulkan1.2
// val: scalar
// define: INVERSE
// Fourier transform of a power of two of complex numbers in shared memory, Stockham's order: no reversal of bits.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
layout(constant_id = 1) const uint LOG2_SIZE = 5u;
const uint SIZE = 1u << LOG2_SIZE;
layout(local_size_x_id = 0) in;
layout(binding = 0) readonly buffer Source { vec2 source[]; };
layout(binding = 1) writeonly buffer Result { vec2 result[]; };
shared vec2 stage[2][SIZE];
#ifdef INVERSE
const float DIRECTION = 1.0;
#define SCALE (1.0 / float(SIZE))
#else
const float DIRECTION = -1.0;
#define SCALE 1.0
#endif
const float TURN = 6.283185307179586476925286766559;

vec2 multiply(vec2 a, vec2 b) {
    return vec2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

void main() {
    const uint base = gl_WorkGroupID.x * SIZE;
    for (uint i = gl_LocalInvocationIndex; i < SIZE; i += WORKGROUP) {
        stage[0][i] = source[base + i];
    }
    uint from = 0u;
    for (uint half_length = 1u; half_length < SIZE; half_length <<= 1, from ^= 1u) {
        barrier();
        for (uint i = gl_LocalInvocationIndex; i < SIZE / 2u; i += WORKGROUP) {
            const uint k = i & (half_length - 1u);
            const float angle = DIRECTION * TURN * float(k) / float(2u * half_length);
            const vec2 a = stage[from][i];
            const vec2 b = multiply(stage[from][i + SIZE / 2u], vec2(cos(angle), sin(angle)));
            const uint to = ((i - k) << 1) + k;
            stage[from ^ 1u][to] = a + b;
            stage[from ^ 1u][to + half_length] = a - b;
        }
    }
    barrier();
    for (uint i = gl_LocalInvocationIndex; i < SIZE; i += WORKGROUP) {
        result[base + i] = stage[from][i] * SCALE;
    }
}
