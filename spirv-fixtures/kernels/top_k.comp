// compile: vulkan1.2
// val: scalar
// define: WEIGHTS
// The k largest numbers of each row with their indices, largest first, the first of equals first. Rows belong to
// subgroups; every lane keeps its columns and the winner crosses out its own. With WEIGHTS the results are the
// soft-max among the winners, as in the routing of experts.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#include "types.glsl"
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint MAX_PER_LANE = 16u;
layout(constant_id = 2) const uint MAX_K = 8u;
layout(push_constant) uniform Parameters { uint rows, columns, k; } p;
layout(binding = 0) readonly buffer Source { float source[]; };
struct Best { float value; int index; };
layout(std430, binding = 1) writeonly buffer Result { Best result[]; };

const float LOWEST = -1.0e30;

void take_best(inout float own[MAX_PER_LANE], const uint per_lane, out Best best) {
    float value = LOWEST;
    uint where = 0u;
    for (uint i = 0u; i < per_lane; ++i) {
        if (own[i] > value) {
            value = own[i];
            where = i;
        }
    }
    best.value = subgroupMax(value);
    const uint column = where * gl_SubgroupSize + gl_SubgroupInvocationID;
    const uint winner = subgroupMin(value == best.value ? column : ~0u);
    if (winner == column) {
        own[where] = LOWEST;
    }
    best.index = int(winner);
}

void main() {
    const uint row = gl_WorkGroupID.x * gl_NumSubgroups + gl_SubgroupID;
    if (row >= p.rows) {
        return;
    }
    const uint per_lane = (p.columns + gl_SubgroupSize - 1u) / gl_SubgroupSize;
    float own[MAX_PER_LANE];
    for (uint i = 0u; i < MAX_PER_LANE; ++i) {
        const uint column = i * gl_SubgroupSize + gl_SubgroupInvocationID;
        own[i] = column < p.columns ? source[row * p.columns + column] : LOWEST;
    }
    Best winners[MAX_K];
    float sum = 0.0;
    [[unroll]] for (uint k = 0u; k < MAX_K; ++k) {
        if (k < p.k) {
            take_best(own, per_lane, winners[k]);
#ifdef WEIGHTS
            const float top = subgroupBroadcastFirst(winners[0].value);
            winners[k].value = k == 0u ? top : exp(winners[k].value - top);
            sum += k == 0u ? 1.0 : winners[k].value;
#endif
        }
    }
#ifdef WEIGHTS
    winners[0].value = 1.0;
    for (uint k = 0u; k < p.k; ++k) {
        winners[k].value /= sum;
    }
#endif
    if (subgroupElect()) {
        for (uint k = 0u; k < p.k; ++k) {
            result[row * p.k + k] = winners[k];
        }
    }
}
