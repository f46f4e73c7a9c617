// litmus:
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer Data { uint n; };

void main() {
    if (gl_WorkGroupID.x == 0u) {
        atomicAdd(n, 1u);
    } else {
        n = 5u;
    }
}
