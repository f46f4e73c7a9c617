// compile: vulkan1.2
// val: scalar
// define: FORMAT_S4 RESULT_TYPE=float16_t
// One invocation decodes eight neighbours of a block and writes them in the type of the result.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
#ifdef ACCESS_REFERENCE
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference2 : require
#endif
layout(local_size_x_id = 0) in;
#include "formats.glsl"

layout(binding = 1) writeonly buffer Result { RESULT_TYPE result[]; };
layout(push_constant) uniform Parameters {
    uint count;
    uint offset;
} parameters;

void main() {
    prepare_formats();
    const uint first = gl_GlobalInvocationID.x * 8u;
    if (first >= parameters.count) {
        return;
    }
    const uint block = first / BLOCK_SIZE;
    const uint at = first % BLOCK_SIZE;
    [[unroll]] for (uint i = 0u; i < 8u; i += 4u) {
        const vec4 values = decode4(block, at + i);
        [[unroll]] for (int j = 0; j < 4; ++j) {
            result[parameters.offset + first + i + j] = RESULT_TYPE(values[j]);
        }
    }
}
