// litmus: --subgroup-size 3 --init data[0]=5 --init data[2]=7
// One atomic operation for the whole subgroup, then a slot for each that has something.
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 3) in;
layout(binding = 0) readonly buffer Input { uint data[3]; };
layout(binding = 1) buffer Output { uint count; uint list[3]; };

void main() {
    uint value = data[gl_LocalInvocationIndex];
    uvec4 ballot = subgroupBallot(value > 3u);
    uint first = 0u;
    if (subgroupElect()) {
        first = atomicAdd(count, subgroupBallotBitCount(ballot));
    }
    first = subgroupBroadcastFirst(first);
    if (value > 3u) {
        list[first + subgroupBallotExclusiveBitCount(ballot)] = value;
    }
}
