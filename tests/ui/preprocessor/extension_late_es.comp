#version 310 es
layout(local_size_x = 1) in;
#extension GL_KHR_shader_subgroup_vote : require //~ warning[GS0035]@1
void main() {}
