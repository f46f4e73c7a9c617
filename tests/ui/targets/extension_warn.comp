#version 450
layout(local_size_x = 1) in;
#extension GL_KHR_shader_subgroup_basic : warn
void main() {
    uint a = gl_SubgroupSize; //~ warning[GS0501]@14
}
