// compile: vulkan1.2
// val: scalar
// define: RANDOM_DOUBLE
// Draws a token for each row: running sums of the weights in shared memory, then a binary search for a random number.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint MAX_COLUMNS = 128u;
layout(push_constant) uniform Parameters { uint columns; uint draws; uint64_t seed; } p;
layout(binding = 0) readonly buffer Weights { uint16_t weights[]; };
layout(binding = 1) writeonly buffer Result { uint result[]; };
shared uint64_t sums[MAX_COLUMNS];

// A step of an xorshift generator with a multiplication.
uint64_t draw(inout uint64_t state) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545F4914F6CDD1Dul;
}

uint search(const uint64_t wanted) {
    uint low = 0u, high = p.columns;
    while (low < high) {
        const uint middle = low + high >> 1;
        if (sums[middle] <= wanted)
            low = middle + 1u;
        else
            high = middle;
    }
    return low;
}

void main() {
    const uint row = gl_WorkGroupID.x;
    if (gl_LocalInvocationIndex == 0u) {
        uint64_t sum = 0ul;
        for (uint i = 0u; i < p.columns; ++i) sums[i] = sum += weights[row * p.columns + i];
    }
    barrier();
    const uint64_t total = sums[p.columns - 1u];
    for (uint i = gl_LocalInvocationIndex; i < p.draws; i += WORKGROUP) {
        uint64_t state = p.seed + (uint64_t(row) << 32 | uint64_t(i + 1u));
        draw(state);
        const uint64_t bits = draw(state);
#ifdef RANDOM_DOUBLE
        const uint64_t wanted = uint64_t(double(bits >> 11) * 1.1102230246251565e-16lf * double(total));
#else
        uint high, low;
        umulExtended(uint(bits >> 32), uint(total), high, low);
        const uint64_t wanted = pack64(uvec2(high, 0u));
#endif
        result[row * p.draws + i] = search(wanted);
    }
}
