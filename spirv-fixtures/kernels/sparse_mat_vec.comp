// compile: vulkan1.2
// val: scalar
// define: LONG_STARTS
// A sparse matrix in compressed rows times a vector; four invocations share a row and add up by clusters.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_shuffle : require
#include "types.glsl"
layout(local_size_x_id = 0) in;
#ifdef LONG_STARTS
#define START_TYPE uint64_t
#else
#define START_TYPE uint
#endif
struct Entry { uint16_t column; float16_t value; };
layout(push_constant) uniform Parameters { uint rows; } p;
layout(binding = 0) readonly buffer Starts { START_TYPE starts[]; };
layout(scalar, binding = 1) readonly buffer Entries { Entry entries[]; };
layout(binding = 2) readonly buffer Vector { float vector[]; };
layout(binding = 3) writeonly buffer Result { float result[]; };

void main() {
    const uint row = gl_GlobalInvocationID.x / 4u;
    const uint lane = gl_GlobalInvocationID.x % 4u;
    float sum = 0.0;
    if (row < p.rows) {
        const uint end = uint(starts[row + 1u]);
        for (uint i = uint(starts[row]) + lane; i < end; i += 4u) {
            const Entry entry = entries[i];
            sum += float(entry.value) * vector[uint(entry.column)];
        }
    }
    sum += subgroupShuffleXor(sum, 1u);
    sum += subgroupShuffleXor(sum, 2u);
    if (row < p.rows && lane == 0u) {
        result[row] = sum;
    }
}
