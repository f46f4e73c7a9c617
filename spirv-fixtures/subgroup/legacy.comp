// compile: vulkan1.1
// dispatch: 1 1 1
// buffer(0): u32 = [1, 2, 3, 4, 5, 6, 7, 8]
// expect buffer(0) == [3, 5, 7, 8, 11, 13, 15, 12]
// Names of NVIDIA's and ARB's OpenGL extensions; each four lanes add what their right neighbour has, if they have one, else
// what the first such lane has.
#version 450
#extension GL_NV_shader_thread_shuffle : require
#extension GL_NV_shader_thread_group : require
#extension GL_ARB_shader_ballot : require
#extension GL_ARB_shader_group_vote : require
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Data { uint data[]; };

void main() {
    uint lane = gl_ThreadInWarpNV;
    bool valid;
    uint sum = data[lane] + shuffleDownNV(data[lane], 1u, 4u, valid);
    if (!valid) {
        sum = data[lane] + readFirstInvocationARB(data[lane]);
    }
    if (anyInvocationARB(lane == 99u) || (ballotARB(true) & gl_SubGroupEqMaskARB) == 0ul) {
        sum = 0u;
    }
    data[lane] = sum;
}
