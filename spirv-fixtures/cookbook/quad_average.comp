// compile: vulkan1.1 vulkan1.3
// Halves an image in both directions: four neighbours in a quad share what they read.
// buffer(0): f32 = [1, 2, 3, 4, 10, 20, 30, 40]
// buffer(1): f32 = [0; 2]
// expect buffer(1) == [2.5, 25]
#version 450
#extension GL_KHR_shader_subgroup_quad : require
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) readonly buffer Input { float texels[]; };
layout(set = 0, binding = 1) writeonly buffer Output { float halved[]; };

void main() {
    uint index = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;
    float sum = texels[index];
    sum += subgroupQuadSwapHorizontal(sum);
    sum += subgroupQuadSwapVertical(sum);
    if (index % 4 == 0) {
        halved[index / 4] = sum / 4.0;
    }
}
