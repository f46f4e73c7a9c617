// compile: vulkan1.2
// val: scalar
// define: USE_SUBGROUPS
// Running sums along each row, a workgroup a row; what earlier parts of the row gave is carried on. EXCLUSIVE leaves
// out the element itself.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
#ifdef USE_SUBGROUPS
#extension GL_KHR_shader_subgroup_arithmetic : require
#endif
layout(local_size_x_id = 0) in;
layout(push_constant) uniform Parameters { uint columns; } p;
layout(binding = 0) readonly buffer Source { SOURCE_TYPE source[]; };
layout(binding = 1) writeonly buffer Result { SOURCE_TYPE result[]; };
shared SOURCE_TYPE partial[WORKGROUP];

SOURCE_TYPE scan(const SOURCE_TYPE value, const uint lane, out SOURCE_TYPE total) {
#ifdef USE_SUBGROUPS
    SOURCE_TYPE running = subgroupInclusiveAdd(value);
    if (gl_SubgroupInvocationID == gl_SubgroupSize - 1u) {
        partial[gl_SubgroupID] = running;
    }
    barrier();
    total = SOURCE_TYPE(0);
    for (uint i = 0u; i < gl_NumSubgroups; ++i) {
        if (i == gl_SubgroupID) {
            running += total;
        }
        total += partial[i];
    }
    barrier();
    return running;
#else
    partial[lane] = value;
    barrier();
    for (uint distance = 1u; distance < WORKGROUP; distance *= 2u) {
        const SOURCE_TYPE before = lane >= distance ? partial[lane - distance] : SOURCE_TYPE(0);
        barrier();
        partial[lane] += before;
        barrier();
    }
    const SOURCE_TYPE running = partial[lane];
    total = partial[WORKGROUP - 1u];
    barrier();
    return running;
#endif
}

void main() {
    const uint row = gl_WorkGroupID.x;
    const uint lane = gl_LocalInvocationID.x;
    SOURCE_TYPE carried = SOURCE_TYPE(0);
    for (uint start = 0u; start < p.columns; start += WORKGROUP) {
        const bool inside = start + lane < p.columns;
        SOURCE_TYPE value = SOURCE_TYPE(0);
        if (inside) {
            value = source[row * p.columns + start + lane];
        }
        SOURCE_TYPE total;
        SOURCE_TYPE running = carried + scan(value, lane, total);
#ifdef EXCLUSIVE
        running -= value;
#endif
        if (inside) {
            result[row * p.columns + start + lane] = running;
        }
        carried += total;
    }
}
