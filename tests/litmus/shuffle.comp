// litmus: --subgroup-size 2
// Each gets what the other has read: a shuffle passes values on.
#version 450
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x = 2) in;
layout(binding = 0) buffer Data { uint x; uint y; uint r[2]; };

void main() {
    uint own = gl_SubgroupInvocationID == 0u ? atomicAdd(x, 1u) : atomicAdd(x, 1u) + 4u;
    r[gl_SubgroupInvocationID] = subgroupShuffleXor(own, 1u);
}
