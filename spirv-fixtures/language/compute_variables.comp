// compile: vulkan1.0 vulkan1.1
// The built-in variables of the compute stage.
// dispatch: 2 1 2
// buffer(0): u32 = [0; 96]
// expect buffer(0) == [2, 1, 2, 3, 2, 1,  0, 0, 0]
// buffer(1): u32 = [0; 24]
// expect buffer(1) == [0..24]
#version 450
layout(local_size_x = 3, local_size_y = 2) in;
layout(binding = 0) buffer Once { uint once[]; };
layout(binding = 1) buffer Each { uint each[]; };
void main() {
    if (gl_GlobalInvocationID == uvec3(0)) {
        once[0] = gl_NumWorkGroups.x; once[1] = gl_NumWorkGroups.y; once[2] = gl_NumWorkGroups.z;
        once[3] = gl_WorkGroupSize.x; once[4] = gl_WorkGroupSize.y; once[5] = gl_WorkGroupSize.z;
        once[6] = gl_WorkGroupID.x; once[7] = gl_LocalInvocationID.y; once[8] = gl_LocalInvocationIndex;
    }
    uint group = gl_WorkGroupID.z * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint index = group * 6u + gl_LocalInvocationIndex;
    if (gl_LocalInvocationID.y * 3u + gl_LocalInvocationID.x == gl_LocalInvocationIndex
        && gl_GlobalInvocationID.x == gl_WorkGroupID.x * 3u + gl_LocalInvocationID.x)
        each[index] = index;
}
