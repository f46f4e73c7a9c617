// compile: vulkan1.0
#version 450
#extension GL_KHR_shader_subgroup_vote : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer B { bool b; };
void main() {
    uint a = gl_SubgroupSize; //~ error[GS0504]@14
    b = subgroupAll(true);
    subgroupBarrier();
}
