// compile: vulkan1.2
// val: scalar
// define: KEEP_EVEN
// Keeps what fulfils a condition, in order: ballots count inside of subgroups, shared memory across them.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_ballot : require
#include "types.glsl"
layout(local_size_x_id = 0) in;
layout(push_constant) uniform Parameters { uint count; uint limit; } p;
layout(binding = 0) readonly buffer Source { uint source[]; };
layout(binding = 1) buffer Result { uint kept; uint result[]; };
shared uint offsets[WORKGROUP];

bool keep(uint value) {
#ifdef KEEP_EVEN
    return (value & 1u) == 0u;
#else
    return value < p.limit;
#endif
}

void main() {
    uint done = 0u;
    for (uint start = 0u; start < p.count; start += WORKGROUP) {
        const uint at = start + gl_LocalInvocationIndex;
        const uint value = at < p.count ? source[at] : 0u;
        const bool wanted = at < p.count && keep(value);
        const uvec4 ballot = subgroupBallot(wanted);
        if (subgroupElect()) {
            offsets[gl_SubgroupID] = subgroupBallotBitCount(ballot);
        }
        barrier();
        uint before = done;
        for (uint i = 0u; i < gl_NumSubgroups; ++i) {
            before += i < gl_SubgroupID ? offsets[i] : 0u;
            done += offsets[i];
        }
        if (wanted) {
            result[before + subgroupBallotExclusiveBitCount(ballot)] = value;
        }
        barrier();
    }
    if (gl_LocalInvocationIndex == 0u) {
        kept = done;
    }
}
