// litmus:
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer Data { uint flag; uint x; };

void main() {
    x = gl_WorkGroupID.x;
    while (atomicAdd(flag, 0u) == 0u) {
    }
}
