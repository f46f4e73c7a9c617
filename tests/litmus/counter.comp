// litmus:
#version 450
layout(local_size_x = 3) in;
layout(binding = 0) buffer Data { uint n; uint old[3]; };

void main() {
    old[gl_LocalInvocationIndex] = atomicAdd(n, 1u);
}
