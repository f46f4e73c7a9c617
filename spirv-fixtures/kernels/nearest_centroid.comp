// compile: vulkan1.2
// val: scalar
// define: HALF_VECTORS
// The nearest of some centroids for each point, and the sizes of the clusters. Points are vectors of a constant length
// in structures; distances are compared as integers, with the index in the low bits.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
layout(local_size_x_id = 0) in;
#define LENGTH 6
#ifdef HALF_VECTORS
#define ELEMENT float16_t
#else
#define ELEMENT float
#endif
struct Point { ELEMENT x[LENGTH]; };
layout(push_constant) uniform Parameters { uint points, centroids; } p;
layout(scalar, binding = 0) readonly buffer Points { Point points[]; };
layout(scalar, binding = 1) readonly buffer Centroids { Point centroids[]; };
layout(binding = 2) writeonly buffer Nearest { uint8_t nearest[]; };
layout(binding = 3) buffer Sizes { uint sizes[]; };

float distance_squared(const Point a, const Point b) {
    float sum = 0.0;
    [[unroll]] for (int i = 0; i < a.x.length(); ++i) {
        const float d = float(a.x[i] - b.x[i]);
        sum += d * d;
    }
    return sum;
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= p.points) return;
    const Point own = points[i];
    uint64_t best = ~0ul;
    for (uint c = 0u; c < p.centroids; ++c) {
        const uint64_t candidate = uint64_t(floatBitsToUint(distance_squared(own, centroids[c]))) << 32 | c;
        best = min(best, candidate);
    }
    nearest[i] = uint8_t(best);
    atomicAdd(sizes[uint(best & 0xFFul)], 1u);
}
