// litmus:
#version 450
layout(local_size_x = 2) in;
shared uint s;

void main() {
    if (gl_LocalInvocationIndex == 0u) {
        s = 1u;
        barrier();
    }
}
