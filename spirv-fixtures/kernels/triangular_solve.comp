// compile: vulkan1.2
// val: scalar
// define: UPPER
// Solves a triangular system for several right sides by substitution; the matrix waits in shared memory.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint N = 8u;
layout(push_constant) uniform Parameters { uint sides; } p;
layout(binding = 0) readonly buffer A { SOURCE_TYPE a[]; };
layout(binding = 1) buffer B { float b[]; };  // [N][sides]
shared float matrix[N][N];

void main() {
    for (uint i = gl_LocalInvocationIndex; i < N * N; i += WORKGROUP) {
        matrix[i / N][i % N] = float(a[gl_WorkGroupID.y * N * N + i]);
    }
    barrier();
    const uint side = gl_GlobalInvocationID.x;
    if (side >= p.sides) {
        return;
    }
    const uint base = gl_WorkGroupID.y * N * p.sides + side;
    float x[N];
#ifdef UPPER
    for (int row = int(N) - 1; row >= 0; --row) {
        float sum = b[base + uint(row) * p.sides];
        for (int k = int(N) - 1; k > row; --k) {
#else
    for (int row = 0; row < int(N); ++row) {
        float sum = b[base + uint(row) * p.sides];
        for (int k = 0; k < row; ++k) {
#endif
            sum -= matrix[row][k] * x[k];
        }
        x[row] = sum / matrix[row][row];
        b[base + uint(row) * p.sides] = x[row];
    }
}
