// litmus:
#version 450
layout(local_size_x = 2) in;
layout(binding = 0) coherent buffer Data { uint x; uint r; };

void main() {
    if (gl_LocalInvocationIndex == 0u) {
        x = 1u;
    }
    memoryBarrierBuffer();
    barrier();
    if (gl_LocalInvocationIndex == 1u) {
        r = x;
    }
}
