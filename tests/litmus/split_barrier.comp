// litmus: --subgroup-size 1
// What lies before the first half is ordered before what lies behind the second.
#version 450
#extension GL_EXT_split_barrier : require
layout(local_size_x = 2) in;
layout(binding = 0) buffer Results { uint r[2]; };
shared uint s[2];

void main() {
    uint i = gl_LocalInvocationIndex;
    s[i] = i + 5u;
    controlBarrierArrive();
    r[i] = 1u;
    controlBarrierWait();
    r[i] += s[1u - i];
}
