// litmus: --subgroup-size 2
#version 450
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 2) in;
layout(binding = 0) buffer Results { uint r; };
shared uint s;

void main() {
    if (gl_LocalInvocationIndex == 0u) {
        s = 1u;
    }
    subgroupBarrier();
    if (gl_LocalInvocationIndex == 1u) {
        r = s;
    }
}
