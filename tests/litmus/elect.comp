// litmus: --subgroup-size 2
#version 450
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 2) in;
layout(binding = 0) buffer Data { uint n; };

void main() {
    if (subgroupElect()) {
        n = n + 1u;
    }
}
