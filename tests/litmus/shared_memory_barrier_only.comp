// litmus:
#version 450
layout(local_size_x = 2) in;
layout(binding = 0) buffer Results { uint r; };
shared uint s;

void main() {
    if (gl_LocalInvocationIndex == 0u) {
        s = 1u;
    }
    memoryBarrierShared();
    if (gl_LocalInvocationIndex == 1u) {
        r = s;
    }
}
