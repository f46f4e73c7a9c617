// compile: vulkan1.1 vulkan1.3
// Inclusive prefix sums of a workgroup, in place.
// buffer(0): u32 = [1; 16]
// expect buffer(0) == [1..17]
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 16) in;
layout(set = 0, binding = 0) buffer Numbers { uint numbers[]; };

shared uint parts[gl_WorkGroupSize.x];

void main() {
    // The order of subgroups is that of gl_SubgroupID, and that of their invocations is that of
    // gl_SubgroupInvocationID; gl_LocalInvocationIndex may be another one.
    uint index = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
    uint sum = subgroupInclusiveAdd(numbers[index]);
    if (gl_SubgroupInvocationID == gl_SubgroupSize - 1) {
        parts[gl_SubgroupID] = sum;
    }
    barrier();
    for (uint i = 0; i < gl_SubgroupID; i++) {
        sum += parts[i];
    }
    numbers[index] = sum;
}
