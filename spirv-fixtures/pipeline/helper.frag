// compile: vulkan1.1
// stages: corner.vert
// area: 4 4
// buffer(0): u32 = [0; 2]
// image(1): r32i 2d 4x4 = [7; 16]
// expect buffer(0) == [6, 2]
// expect image(1) == [0, 0, 3, 7, 0, 0, 7, 7, 3, 7, 7, 7, 7; 4]
// The lanes of a quad that the triangle does not cover help: their stores and atomics do nothing, but the quad has their values. Six pixels
// are covered. What is stored for a pixel: 1 if its right neighbour helps, 2 if the one below does, seen through derivatives in its quad.
#version 450
layout(binding = 0) buffer Counts { uint covered, beside; };
layout(binding = 1, r32i) uniform iimage2D neighbours;
void main() {
    const float helper = float(gl_HelperInvocation);
    const int found = int(abs(dFdxFine(helper))) + 2 * int(abs(dFdyFine(helper)));
    atomicAdd(covered, 1u);
    if (found != 0) atomicAdd(beside, 1u);
    imageStore(neighbours, ivec2(gl_FragCoord.xy), ivec4(found));
}
