// compile: vulkan1.2
// val: scalar
// define: WEIGHTED
// Distance between two strings of bytes by a wave front: diagonals follow each other in shared memory, invocations have
// the cells of a diagonal. Two diagonals back are kept.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const int MAX_LENGTH = 31;
layout(push_constant, scalar) uniform Parameters { uint8_t lengths[2]; uint16_t insertion, deletion, change; } p;
layout(binding = 0) readonly buffer First { uint8_t bytes[]; } first;
layout(binding = 1) readonly buffer Second { uint8_t bytes[]; } second;
layout(binding = 2) writeonly buffer Result { int result[]; };
#ifdef WEIGHTED
#define INSERTION int(p.insertion)
#define DELETION int(p.deletion)
#define CHANGE int(p.change)
#else
#define INSERTION 1
#define DELETION 1
#define CHANGE 1
#endif
shared int diagonals[3][MAX_LENGTH + 1];

void main() {
    const int n = int(p.lengths[0]), m = int(p.lengths[1]);
    const uint base = gl_WorkGroupID.x;
    int newest = 0;
    for (int d = 0; d <= n + m; ++d, newest = (newest + 1) % 3) {
        const int last = (newest + 2) % 3, before = (newest + 1) % 3;
        for (int i = int(gl_LocalInvocationIndex); i <= n; i += int(gl_WorkGroupSize.x)) {
            const int j = d - i;
            if (j < 0 || j > m) continue;
            int cost;
            if (i == 0) cost = j * INSERTION;
            else if (j == 0) cost = i * DELETION;
            else {
                const bool same = first.bytes[base * n + i - 1] == second.bytes[base * m + j - 1];
                cost = diagonals[before][i - 1] + (same ? 0 : CHANGE);
                cost = min(cost, min(diagonals[last][i - 1] + DELETION, diagonals[last][i] + INSERTION));
            }
            diagonals[newest][i] = cost;
            if (d == n + m) result[base] = cost;
        }
        barrier();
    }
}
