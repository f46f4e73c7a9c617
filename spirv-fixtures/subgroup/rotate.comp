// compile: vulkan1.1 vulkan1.3
// GL_KHR_shader_subgroup_rotate has a macro, and enables GL_KHR_shader_subgroup_basic.
#version 450
#extension GL_KHR_shader_subgroup_rotate : require
#ifndef GL_KHR_shader_subgroup_rotate
#error the macro is missing
#endif
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { uint data[]; };
layout(constant_id = 0) const uint cluster = 4;
void main() {
    uint value = data[gl_GlobalInvocationID.x];
    value += subgroupRotate(value, 1u);
    value += subgroupClusteredRotate(value, gl_SubgroupSize / 2u, cluster);
    data[gl_GlobalInvocationID.x] = value;
}
