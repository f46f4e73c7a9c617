// litmus: --init a=12 --init b=-5
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer Data { uint a; int b; uint c; };

void main() {
    if (gl_WorkGroupID.x == 0u) {
        atomicMax(a, 20u);
        atomicMin(b, -7);
        atomicOr(c, 6u);
    } else {
        atomicMin(a, 3u);
        atomicMax(b, -6);
        atomicXor(c, 3u);
    }
}
