// compile: vulkan1.2
// val: scalar
// define: FORMAT_QUANTISED FORMAT_P5 INDEX_TYPE=int
// Gathers rows by an index each, from plain numbers or from blocks.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
#ifdef ACCESS_REFERENCE
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference2 : require
#endif
layout(local_size_x_id = 0) in;
#ifdef FORMAT_QUANTISED
#include "formats.glsl"
#else
layout(binding = 0) readonly buffer Table { SOURCE_TYPE table[]; };
#endif
layout(binding = 1) readonly buffer Indices { INDEX_TYPE indices[]; };
layout(binding = 2) writeonly buffer Result { RESULT_TYPE result[]; };
layout(push_constant) uniform Parameters { uint columns; } p;

void main() {
    const uint column = gl_GlobalInvocationID.x * 4u;
    const uint row = gl_WorkGroupID.y;
    if (column >= p.columns) {
        return;
    }
    const uint from = uint(indices[row]) * p.columns + column;
#ifdef FORMAT_QUANTISED
    const vec4 four = decode4(from / BLOCK_SIZE, from % BLOCK_SIZE);
#else
    const vec4 four = vec4(table[from], table[from + 1u], table[from + 2u], table[from + 3u]);
#endif
    for (int i = 0; i < 4; ++i)
        result[row * p.columns + column + i] = RESULT_TYPE(four[i]);
}
