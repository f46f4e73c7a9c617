// compile: vulkan1.1
// Lanes leave a loop one by one; the reduction inside sees those that are left. Only the first subgroup counts.
// buffer(0): u32 = [0; 4]
// expect buffer(0) == [4, 3, 2, 1]
#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(binding = 0) buffer Out { uint r[]; };
void main() {
    uint lane = gl_SubgroupInvocationID;
    for (uint i = 0u; ; ++i) {
        if (i > lane) break;
        uint left = subgroupAdd(1u);
        if (i == lane) r[lane] = left;
    }
}
