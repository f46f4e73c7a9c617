// A similar extension is suggested.
#version 450
#extension GL_KHR_shader_subgroup_arithmetics : require //~ error[GS0033]
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
void main() {}
