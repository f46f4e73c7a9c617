// litmus: --subgroup-size 1
// What lies between the halves is ordered by neither.
#version 450
#extension GL_EXT_split_barrier : require
layout(local_size_x = 2) in;
layout(binding = 0) buffer Results { uint r[2]; };
shared uint s[2];

void main() {
    uint i = gl_LocalInvocationIndex;
    controlBarrierArrive();
    s[i] = i + 5u;
    controlBarrierWait();
    r[i] = s[1u - i];
}
