// litmus: --subgroup-size 2
// The barrier of the subgroup orders it.
#version 450
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x = 2) in;
layout(binding = 0) buffer Results { uint r; };
shared uint s;

void main() {
    uint ready = 0u;
    if (gl_SubgroupInvocationID == 0u) {
        s = 7u;
        ready = 1u;
    }
    subgroupBarrier();
    if (subgroupShuffle(ready, 0u) == 1u && gl_SubgroupInvocationID == 1u) {
        r = s;
    }
}
