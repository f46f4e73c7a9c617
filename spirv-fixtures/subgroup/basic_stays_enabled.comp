// compile: vulkan1.1
// Disabling one extension does not take away what another enabled, nor what it implied itself.
#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : enable
#extension GL_KHR_shader_subgroup_vote : disable
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { uint data[]; };
void main() {
    data[gl_GlobalInvocationID.x] = gl_SubgroupSize;
}
