// compile: vulkan1.2
// val: scalar
// define: HALF_BOXES
// Non-maximum suppression: boxes in the order of their scores; one stays unless a box before it that stays overlaps it
// too much. The overlaps become bit masks in shared memory, then one invocation walks through them.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
layout(local_size_x_id = 0) in;
#define MAX_BOXES 96
#define WORDS (MAX_BOXES / 32)
#ifdef HALF_BOXES
struct Box { f16vec2 low, high; };
#else
struct Box { vec2 low, high; };
#endif
layout(push_constant) uniform Parameters { uint count; float limit; } p;
layout(scalar, binding = 0) readonly buffer Boxes { Box boxes[]; };
layout(binding = 1) writeonly buffer Result { uint kept; uint result[]; };
shared uint masks[MAX_BOXES][WORDS];

float area(const Box b) {
    const vec2 size = max(vec2(b.high) - vec2(b.low), 0.0);
    return size.x * size.y;
}
Box intersection(const Box a, const Box b) {
    return Box(max(a.low, b.low), min(a.high, b.high));
}
bool overlap(const Box a, const Box b) {
    const float both = area(intersection(a, b));
    return both > p.limit * (area(a) + area(b) - both);
}

void main() {
    for (uint i = gl_LocalInvocationIndex; i < p.count; i += WORKGROUP) {
        for (uint w = 0u; w < WORDS; ++w) masks[i][w] = 0u;
        for (uint j = i + 1u; j < p.count; ++j) {
            if (overlap(boxes[i], boxes[j])) masks[i][j >> 5] |= 1u << (j & 31u);
        }
    }
    barrier();
    if (gl_LocalInvocationIndex != 0u) return;
    uint removed[WORDS] = uint[](0u, 0u, 0u);
    uint total = 0u;
    for (uint w = 0u; w < uint(removed.length()); ++w) {
        uint left = ~removed[w];
        while (left != 0u) {
            const int bit = findLSB(left);
            const uint i = 32u * w + uint(bit);
            if (i >= p.count) break;
            result[total++] = i;
            for (uint v = w; v < WORDS; ++v) removed[v] |= masks[i][v];
            left = ~removed[w] & ~((2u << bit) - 1u);
        }
    }
    kept = total;
}
