// compile: vulkan1.1 vulkan1.3
// Keeps the even numbers: one atomic operation for a subgroup, not one for each number.
// buffer(0): u32 = [0..64]
// buffer(1): u32 = [0; 1]
// buffer(2): u32 = [0; 64]
// buffer(3): u32 = [0; 1]
// expect buffer(1) == [32]
// expect buffer(3) == [992]
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer Input { uint numbers[]; };
layout(set = 0, binding = 1) buffer Count { uint count; };
layout(set = 0, binding = 2) buffer Output { uint kept[]; };
layout(set = 0, binding = 3) buffer Check { uint sum; };

void main() {
    uint number = numbers[gl_GlobalInvocationID.x];
    bool keep = number % 2 == 0;
    uvec4 keepers = subgroupBallot(keep);
    uint first = 0;
    if (subgroupElect()) {
        first = atomicAdd(count, subgroupBallotBitCount(keepers));
    }
    first = subgroupBroadcastFirst(first);
    if (keep) {
        uint place = first + subgroupBallotExclusiveBitCount(keepers);
        kept[place] = number;
        // The order of subgroups is not known, so the fixture compares a sum.
        atomicAdd(sum, kept[place]);
    }
}
