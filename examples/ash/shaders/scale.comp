#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_basic : require
#include "push.glsl"
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint OFFSET = 0;
layout(set = 0, binding = 0) buffer Numbers { uint numbers[]; };
layout(set = 0, binding = 1) buffer Total { uint total; };

// Scales every number and adds them up.
void main() {
    uint index = gl_GlobalInvocationID.x;
    uint number = 0;
    if (index < push.count) {
        number = numbers[index] * push.factor + OFFSET;
        numbers[index] = number;
    }
    uint sum = subgroupAdd(number);
    if (subgroupElect()) {
        atomicAdd(total, sum);
    }
}
