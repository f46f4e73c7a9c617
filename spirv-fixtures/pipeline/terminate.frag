// compile: vulkan1.3
// target(0): r32ui 2d 4x1 = [9; 4]
// buffer(0): u32 = [0; 1]
// expect target(0) == [9, 1, 9, 1]
// expect buffer(0) == [2]
// A terminated invocation is gone.
#version 460
#extension GL_EXT_terminate_invocation : require
layout(location = 0) out uint color;
layout(binding = 0) buffer Counts { uint after; };
void main() {
    if ((int(gl_FragCoord.x) & 1) == 0) terminateInvocation;
    atomicAdd(after, 1u);
    color = 1u;
}
