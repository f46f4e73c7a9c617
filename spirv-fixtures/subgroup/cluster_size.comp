// compile: vulkan1.1 vulkan1.3
// A cluster size that is a specialization constant, and one computed from it.
#version 460
#extension GL_KHR_shader_subgroup_clustered : require
layout(local_size_x = 8) in;
layout(constant_id = 0) const uint size = 4;
layout(binding = 0) buffer Out { uint r[]; };
void main() {
    r[gl_LocalInvocationIndex] = subgroupClusteredAdd(1u, size) + subgroupClusteredMax(r[0], size / 2u);
}
