// compile: vulkan1.3
// target(0): rgba32f 2d 4x2 = [9; 32]
// buffer(0): u32 = [0; 2]
// expect target(0) == [
//     9, 9, 9, 9,   1, 1, 0, 1,   9, 9, 9, 9,   1, 1, 0, 1,
//     9, 9, 9, 9,   1, 1, 0, 1,   9, 9, 9, 9,   1, 1, 0, 1]
// expect buffer(0) == [4, 0]
// A demoted invocation goes on as a helper: the others of its quad still have derivatives, its stores and atomics do nothing.
#version 460
#extension GL_EXT_demote_to_helper_invocation : require
layout(location = 0) out vec4 color;
layout(binding = 0) buffer Counts { uint kept, helped; };
void main() {
    const float x = floor(gl_FragCoord.x);
    const bool helped_before = helperInvocationEXT();
    if ((int(x) & 1) == 0) demote;
    const float slope = dFdx(x);
    if (helperInvocationEXT()) atomicAdd(helped, 1u);
    else atomicAdd(kept, 1u);
    color = vec4(slope, 1.0, helperInvocationEXT() || helped_before, 1.0);
}
