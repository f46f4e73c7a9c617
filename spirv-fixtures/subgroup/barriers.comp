// compile: vulkan1.1 vulkan1.3
// Lanes of one subgroup exchange through shared memory and buffers with every subgroup barrier.
// buffer(0): u32 = [0; 4]
// expect buffer(0) == [3, 2, 1, 0]
#version 460
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 4) in;
layout(binding = 0) coherent buffer Out { uint r[]; };
shared uint list[4];
void main() {
    uint lane = gl_SubgroupInvocationID;
    list[lane] = lane;
    subgroupMemoryBarrierShared();
    subgroupBarrier();
    r[lane] = list[3u - lane];
    subgroupMemoryBarrierBuffer();
    subgroupMemoryBarrierImage();
    subgroupMemoryBarrier();
    subgroupBarrier();
}
