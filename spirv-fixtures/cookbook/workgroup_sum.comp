// compile: vulkan1.1 vulkan1.3
// The sum of a workgroup: subgroups add up their parts, the first subgroup adds up those.
// dispatch: 2 1 1
// buffer(0): u32 = [0..512]
// buffer(1): u32 = [0; 2]
// expect buffer(1) == [32640, 98176]
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 256) in;
layout(set = 0, binding = 0) readonly buffer Input { uint numbers[]; };
layout(set = 0, binding = 1) writeonly buffer Output { uint totals[]; };

// As many as there can be: subgroups of one invocation.
shared uint parts[gl_WorkGroupSize.x];

void main() {
    uint part = subgroupAdd(numbers[gl_GlobalInvocationID.x]);
    if (subgroupElect()) {
        parts[gl_SubgroupID] = part;
    }
    barrier();
    if (gl_SubgroupID == 0) {
        uint sum = 0;
        for (uint i = gl_SubgroupInvocationID; i < gl_NumSubgroups; i += gl_SubgroupSize) {
            sum += parts[i];
        }
        sum = subgroupAdd(sum);
        if (subgroupElect()) {
            totals[gl_WorkGroupID.x] = sum;
        }
    }
}
