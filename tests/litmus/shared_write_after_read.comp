// litmus:
#version 450
layout(local_size_x = 2) in;
layout(binding = 0) buffer Results { uint r[2]; };
shared uint s[2];

void main() {
    uint i = gl_LocalInvocationIndex;
    s[i] = i;
    barrier();
    r[i] = s[1u - i];
    s[i] = 7u;
}
