// compile: vulkan1.2
// val: scalar
// define: WIDE
// Products of matrices of signs, one bit each: equal bits count up, different ones down.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
layout(local_size_x = 4, local_size_y = 8) in;
layout(push_constant) uniform Parameters { uint rows, columns, words; } p;
#ifdef WIDE
layout(binding = 0) readonly buffer A { uvec4 a[]; };
layout(binding = 1) readonly buffer B { uvec4 b[]; };
#define STEP 4u
#else
layout(binding = 0) readonly buffer A { uint a[]; };
layout(binding = 1) readonly buffer B { uint b[]; };
#define STEP 1u
#endif
layout(binding = 2) writeonly buffer Result { int16_t result[]; };

void main() {
    const uvec2 at = gl_GlobalInvocationID.xy;
    if (at.x >= p.columns || at.y >= p.rows) {
        return;
    }
    const uint words = p.words / STEP;
    int different = 0;
    for (uint i = 0u; i < words; ++i) {
#ifdef WIDE
        const ivec4 counts = bitCount(a[at.y * words + i] ^ b[at.x * words + i]);
        different += counts.x + counts.y + counts.z + counts.w;
#else
        different += bitCount(a[at.y * words + i] ^ b[at.x * words + i]);
#endif
    }
    result[at.y * p.columns + at.x] = int16_t(32 * int(p.words) - 2 * different);
}
