// compile: vulkan1.2
// val: scalar
// define: PACKED
// From 32-bit sums to bytes: a multiplier of 31 bits, a rounding shift, a zero point, saturation. All in integers.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
layout(local_size_x_id = 0) in;
struct Channel { int32_t multiplier; int8_t shift; int8_t zero; int16_t bias; };
layout(push_constant) uniform Parameters { uint count; uint channels; } p;
layout(binding = 0) readonly buffer Source { ivec4 source[]; };
layout(scalar, binding = 1) readonly buffer Channels { Channel channels[]; };
#ifdef PACKED
layout(binding = 2) writeonly buffer Result { uint result[]; };
#else
layout(binding = 2) writeonly buffer Result { i8vec4 result[]; };
#endif

int32_t round_shift(const int64_t value, const int shift) {
    const int64_t half_step = int64_t(1) << (shift - 1);
    return int32_t((value + half_step) >> shift);
}

int8_t requantise(const int value, const Channel c) {
    const int64_t product = int64_t(value + int(c.bias)) * int64_t(c.multiplier);
    const int scaled = round_shift(product, 31 + int(c.shift));
    const int16_t saturated = int16_t(clamp(scaled, -32768, 32767));
    return int8_t(clamp(saturated + int16_t(c.zero), int16_t(-128), int16_t(127)));
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= p.count / 4u) return;
    const ivec4 four = source[i];
    i8vec4 bytes;
    [[unroll]] for (uint j = 0u; j < 4u; ++j) {
        bytes[j] = requantise(four[j], channels[(4u * i + j) % p.channels]);
    }
#ifdef PACKED
    result[i] = pack32(u8vec4(bytes));
#else
    result[i] = bytes;
#endif
}
