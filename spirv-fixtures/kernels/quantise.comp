// compile: vulkan1.2
// val: scalar
// define: FORMAT_P4M
// One invocation encodes a block of 32 numbers.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
layout(local_size_x_id = 0) in;
#define BLOCK_ACCESS restrict
#include "formats.glsl"

layout(binding = 1) readonly buffer Numbers { SOURCE_TYPE numbers[]; };
layout(push_constant) uniform Parameters { uint count; } parameters;

#if defined(FORMAT_P8)
void encode(const uint index, const float n[BLOCK_SIZE]) {
    float largest = 0.0;
    for (int i = 0; i < BLOCK_SIZE; ++i) {
        largest = max(largest, abs(n[i]));
    }
    const float scale = largest / 127.0;
    const float inverse = scale != 0.0 ? 1.0 / scale : 0.0;
    blocks[index].scale = float16_t(scale);
    for (int i = 0; i < BLOCK_SIZE; ++i) {
        blocks[index].values[i] = int8_t(round(n[i] * inverse));
    }
}
#elif defined(FORMAT_P4)
void encode(const uint index, const float n[BLOCK_SIZE]) {
    float extreme = 0.0;
    [[unroll]] for (int i = 0; i < BLOCK_SIZE; ++i) {
        extreme = abs(n[i]) > abs(extreme) ? n[i] : extreme;
    }
    const float scale = extreme / -8.0;
    const float inverse = scale == 0.0 ? 0.0 : 1.0 / scale;
    Block block;
    block.scale = float16_t(scale);
    [[unroll]] for (int i = 0; i < BLOCK_SIZE / 4; ++i) {
        uint word = 0u;
        [[unroll]] for (int j = 3; j >= 0; --j) {
            word = (word << 4) | uint(clamp(n[4 * i + j] * inverse + 8.5, 0.0, 15.0));
        }
        block.packed[i] = uint16_t(word);
    }
    blocks[index] = block;
}
#elif defined(FORMAT_P4M)
void encode(const uint index, const float n[BLOCK_SIZE]) {
    vec2 bounds = n[0].xx;
    for (int i = 1; i < n.length(); ++i) {
        bounds = vec2(min(bounds.x, n[i]), max(bounds.y, n[i]));
    }
    const float scale = (bounds.y - bounds.x) / 15.0;
    const float inverse = scale == 0.0 ? 0.0 : 1.0 / scale;
    blocks[index].scale_minimum = f16vec2(scale, bounds.x);
    for (int word = 0; word < 4; ++word) {
        uint bits = 0u;
        for (int i = 0; i < 8; ++i) {
            bits = bitfieldInsert(bits, uint((n[8 * word + i] - bounds.x) * inverse + 0.5), 4 * i, 4);
        }
        blocks[index].packed[word] = bits;
    }
}
#endif

void main() {
    const uint index = gl_GlobalInvocationID.x;
    if (index >= parameters.count)
        return;
    float n[BLOCK_SIZE];
    for (int i = 0; i < BLOCK_SIZE; ++i) {
        n[i] = float(numbers[index * BLOCK_SIZE + i]);
    }
    encode(index, n);
}
