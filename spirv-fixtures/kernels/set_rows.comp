// compile: vulkan1.2
// val: scalar
// define: ACCUMULATE
// Scatters rows to an index each: the indices differ. With ACCUMULATE they may repeat and the
// rows add up, by exchanging bits.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
layout(local_size_x_id = 0) in;
layout(binding = 0) readonly buffer Source { SOURCE_TYPE source[]; };
layout(binding = 1) readonly buffer Indices { ivec2 indices[]; };  // 64 bits each
layout(push_constant) uniform Parameters { uint columns; } p;
#ifdef ACCUMULATE
layout(binding = 2) coherent buffer Result { uint result[]; };

void add(const uint at, const float value) {
    uint expected = result[at];
    while (true) {
        const uint wanted = floatBitsToUint(uintBitsToFloat(expected) + value);
        const uint found = atomicCompSwap(result[at], expected, wanted);
        if (found == expected) {
            break;
        }
        expected = found;
    }
}
#else
layout(binding = 2) writeonly buffer Result { RESULT_TYPE result[]; };
#endif

void main() {
    const uint column = gl_GlobalInvocationID.x;
    const uint row = gl_WorkGroupID.y;
    if (column >= p.columns) {
        return;
    }
    const uint at = uint(indices[row].x) * p.columns + column;
    const float value = float(source[row * p.columns + column]);
#ifdef ACCUMULATE
    add(at, value);
#else
    result[at] = RESULT_TYPE(value);
#endif
}
