// compile: vulkan1.0
// Uses that the same newer target fixes are one error.
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };

void main() {
    data[0] = subgroupAdd(1.0); //~ error[GS0504]
    data[1] = subgroupMul(1.0);
    data[2] = subgroupMin(1.0);
}
