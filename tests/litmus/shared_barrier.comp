// litmus:
#version 450
layout(local_size_x = 3) in;
layout(binding = 0) buffer Results { uint r[3]; };
shared uint s[3];

void main() {
    uint i = gl_LocalInvocationIndex;
    s[i] = i + 1u;
    barrier();
    r[i] = s[(i + 1u) % 3u];
}
