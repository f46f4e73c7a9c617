// compile: vulkan1.1 vulkan1.2 vulkan1.3 vulkan1.4
// The main job: one sum per workgroup through subgroups and shared memory, for any subgroup size.
// buffer(0): f32 = [0..128]
// buffer(1): f32 = [0; 2]
// dispatch: 2
// expect buffer(1) == [2016, 6112]
#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer In { float x[]; };
layout(binding = 1) writeonly buffer Out { float r[]; };
shared float partial[gl_WorkGroupSize.x];
void main() {
    float sum = subgroupAdd(x[gl_GlobalInvocationID.x]);
    if (subgroupElect()) partial[gl_SubgroupID] = sum;
    barrier();
    if (gl_SubgroupID == 0u) {
        float total = 0.0;
        for (uint i = gl_SubgroupInvocationID; i < gl_NumSubgroups; i += gl_SubgroupSize) total += partial[i];
        total = subgroupAdd(total);
        if (subgroupElect()) r[gl_WorkGroupID.x] = total;
    }
}
