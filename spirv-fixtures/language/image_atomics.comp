// compile: vulkan1.0 vulkan1.1
// image(0): r32ui 2d 4x2 = [5, 5, 5, 0xff, 0x0f, 0x3c, 1, 7]
// image(1): r32i 2d 2x1 = [-5, 3]
// buffer(2): u32 = [0; 16]
// expect image(0) == [15, 3, 9, 0x0f, 0xff, 0x33, 42, 8]
// expect image(1) == [-9, 13]
// expect buffer(2) == [5, 5, 5, 0xff, 0x0f, 0x3c, 1, 7, 0xfffffffb, 3]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0, r32ui) uniform uimage2D u;
layout(binding = 1, r32i) uniform iimage2D i;
layout(binding = 2) buffer Out { uint r[]; };
void main() {
    r[0] = imageAtomicAdd(u, ivec2(0, 0), 10u);
    r[1] = imageAtomicMin(u, ivec2(1, 0), 3u);
    r[2] = imageAtomicMax(u, ivec2(2, 0), 9u);
    r[3] = imageAtomicAnd(u, ivec2(3, 0), 0x0fu);
    r[4] = imageAtomicOr(u, ivec2(0, 1), 0xf0u);
    r[5] = imageAtomicXor(u, ivec2(1, 1), 0x0fu);
    r[6] = imageAtomicExchange(u, ivec2(2, 1), 42u);
    r[7] = imageAtomicCompSwap(u, ivec2(3, 1), 7u, 8u);
    r[8] = uint(imageAtomicMin(i, ivec2(0, 0), -9));
    r[9] = uint(imageAtomicAdd(i, ivec2(1, 0), 10));
}
