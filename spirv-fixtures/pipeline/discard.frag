// compile: vulkan1.0
// target(0): r32ui 2d 4x4 = [9; 16]
// buffer(0): u32 = [0; 2]
// expect target(0) == [9, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9, 1, 9, 1]
// expect buffer(0) == [16, 8]
// What is discarded leaves the target as it was, and does nothing after that.
#version 450
layout(location = 0) out uint color;
layout(binding = 0) buffer Counts { uint before, after; };
void main() {
    atomicAdd(before, 1u);
    if ((int(gl_FragCoord.x) & 1) == 0) discard;
    atomicAdd(after, 1u);
    color = 1u;
}
