// litmus: --subgroup-size 2
// Only one of the subgroup gets there.
#version 450
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x = 2) in;
layout(binding = 0) buffer Data { uint r; };

void main() {
    if (gl_SubgroupInvocationID == 0u) {
        r = subgroupShuffleXor(1u, 1u);
    }
}
