#version 450
layout(local_size_x = 1) in;
#extension GL_KHR_shader_subgroup : require //~ error[GS0033]@12
#extension GL_KHR_shader_subgroup_balot : enable //~ warning[GS0033]@12
#extension GL_KHR_shader_subgroup_vote : maybe //~ error[GS0032]@42
#extension GL_KHR_shader_subgroup_vote //~ error[GS0032]
#extension all : require //~ error[GS0032]@12
void main() {}
