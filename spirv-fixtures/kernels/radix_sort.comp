// compile: vulkan1.2
// val: scalar
// define: USE_SUBGROUPS KEY_FLOAT
// Sorts the keys of a workgroup with their values, BITS at a time: the place of an item is the number of items with
// smaller digits plus that of earlier items with the same digit, found by ballots or by a scan in shared memory.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "types.glsl"
#ifdef USE_SUBGROUPS
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_basic : require
#endif
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint BITS = 4u;
const uint DIGITS = 1u << BITS;
layout(push_constant) uniform Parameters { uint count; uint key_bits; } p;
#ifdef KEY_FLOAT
layout(binding = 0) buffer Keys { float keys[]; };
#else
layout(binding = 0) buffer Keys { uint keys[]; };
#endif
layout(binding = 1) buffer Values { uint16_t values[]; };

shared uint counts[DIGITS * WORKGROUP];
shared uint shared_keys[WORKGROUP];
shared uint16_t shared_values[WORKGROUP];

// The order of the floats as an order of the bits.
uint to_sortable(const float key) {
    const uint bits = floatBitsToUint(key);
    return (bits & 0x80000000u) != 0u ? ~bits : bits | 0x80000000u;
}
float from_sortable(const uint bits) {
    return uintBitsToFloat((bits & 0x80000000u) != 0u ? bits & 0x7FFFFFFFu : ~bits);
}

#ifdef USE_SUBGROUPS
// The lanes with the same digit.
uvec4 match(const uint digit) {
    uvec4 same = subgroupBallot(true);
    [[unroll]] for (uint bit = 0u; bit < BITS; ++bit) {
        const bool set = (digit >> bit & 1u) == 1u;
        const uvec4 with = subgroupBallot(set);
        same &= set ? with : ~with;
    }
    return same;
}
#endif

void main() {
    const uint lane = gl_LocalInvocationIndex;
    uint key = 0xFFFFFFFFu;
    uint16_t value = uint16_t(0);
    const uint base = gl_WorkGroupID.x * WORKGROUP;
    if (lane < p.count) {
#ifdef KEY_FLOAT
        key = to_sortable(keys[base + lane]);
#else
        key = keys[base + lane];
#endif
        value = values[base + lane];
    }
    for (uint shift = 0u; shift < p.key_bits; shift += BITS) {
        const uint digit = bitfieldExtract(key, int(shift), int(min(BITS, p.key_bits - shift)));
#ifdef USE_SUBGROUPS
        const uint group = gl_SubgroupID, groups = gl_NumSubgroups;
        const uvec4 same = match(digit);
        const uint rank = subgroupBallotExclusiveBitCount(same);
        for (uint i = lane; i < DIGITS * groups; i += WORKGROUP) {
            counts[i] = 0u;
        }
        barrier();
        if (gl_SubgroupInvocationID == subgroupBallotFindLSB(same)) {
            counts[digit * groups + group] = subgroupBallotBitCount(same);
        }
#else
        const uint group = lane, groups = WORKGROUP;
        const uint rank = 0u;
        [[unroll]] for (uint i = 0u; i < DIGITS; ++i) {
            counts[i * WORKGROUP + lane] = i == digit ? 1u : 0u;
        }
#endif
        barrier();
        if (lane == 0u) {
            uint running = 0u;
            for (uint i = 0u; i < DIGITS * groups; ++i) {
                const uint count = counts[i];
                counts[i] = running;
                running += count;
            }
        }
        barrier();
        const uint place = counts[digit * groups + group] + rank;
        shared_keys[place] = key;
        shared_values[place] = value;
        barrier();
        key = shared_keys[lane];
        value = shared_values[lane];
        barrier();
    }
    if (lane < p.count) {
#ifdef KEY_FLOAT
        keys[base + lane] = from_sortable(key);
#else
        keys[base + lane] = key;
#endif
        values[base + lane] = value;
    }
}
