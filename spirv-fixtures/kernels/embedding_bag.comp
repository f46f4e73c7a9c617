// compile: vulkan1.2
// val: scalar
// define: WEIGHTED
// Sums the embeddings of a bag of tokens. The tables are an array of buffers, chosen by the upper bits of the token.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_nonuniform_qualifier : require
#include "types.glsl"
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint DIMENSIONS = 8u;
layout(binding = 0) readonly buffer Table { f16vec2 rows[]; } tables[3];
layout(scalar, binding = 1) readonly buffer Bags { uint starts[]; };
struct Token { uint8_t table; uint8_t weight; uint16_t row; };
layout(scalar, binding = 2) readonly buffer Tokens { Token tokens[]; };
layout(binding = 3) writeonly buffer Result { vec2 result[]; };

void main() {
    const uint bag = gl_WorkGroupID.x;
    for (uint d = gl_LocalInvocationID.x; d < DIMENSIONS / 2u; d += WORKGROUP) {
        vec2 sum = vec2(0.0);
        for (uint i = starts[bag]; i < starts[bag + 1u]; ++i) {
            const Token token = tokens[i];
            const uint row = uint(token.row) * (DIMENSIONS / 2u) + d;
#ifdef NONUNIFORM
            const vec2 value = vec2(tables[nonuniformEXT(uint(token.table))].rows[row]);
#else
            const vec2 value = vec2(tables[uint(token.table)].rows[row]);
#endif
#ifdef WEIGHTED
            sum += value * (float(token.weight) / 255.0);
#else
            sum += value;
#endif
        }
        result[bag * (DIMENSIONS / 2u) + d] = sum;
    }
}
