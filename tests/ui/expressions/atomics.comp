#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer B { uint b; float f; };
layout(binding = 1, rgba8) uniform image2D i;
void main() {
    uint local;
    atomicAdd(local, 1u); //~ error[GS0323]@15
    atomicAdd(f, 1u); //~ error[GS0500]@5
    atomicAdd(b, 1.5); //~ error[GS0300]@18
    imageAtomicAdd(i, ivec2(0), 1u);
    atomicAdd(b + 1u, 1u); //~ error[GS0323]@15
}
