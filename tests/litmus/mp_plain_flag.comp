// litmus:
#version 450
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer Data { devicecoherent uint data; devicecoherent uint flag; uint value; };

void main() {
    if (gl_WorkGroupID.x == 0u) {
        data = 1u;
        memoryBarrier();
        flag = 1u;
    } else {
        if (flag == 1u) {
            memoryBarrier();
            value = data;
        }
    }
}
