// compile: vulkan1.1
// relaxed_vulkan: on
// dispatch: 1 1 1
// uniform(0): f32 = [1.5, 0, 0, 0, 2, 3, 4, 5, 10, 0, 0, 0, 20, 0, 0, 0, 1, 0, 0, 0]
// buffer(1): u32 = [5, 0, 100]
// buffer(2): u32 = [40]
// buffer(3): f32 = [0, 0, 0, 0, 0, 0, 0, 0]
// expect buffer(1) == [9, 0, 99]
// expect buffer(2) == [47]
// expect buffer(3) == [1.5, 5, 30, 5, 99, 40, 9, 1]
// Uniforms outside blocks are members of one block, in the order of their declarations, and atomic counters of one block for
// each of OpenGL's bindings. The blocks get the bindings that are free, in the order in which they begin.
#version 460
layout(local_size_x = 4) in;

uniform float scale;
layout(location = 7) uniform vec4 color;
uniform float list[2];

layout(binding = 4, offset = 0) uniform atomic_uint counter;
layout(binding = 4, offset = 8) uniform atomic_uint down;
layout(binding = 2) uniform atomic_uint other[1];

// The block layouts that Vulkan does not have are ignored.
layout(shared, binding = 3) buffer Result {
    float scaled;
    float component;
    float sum;
    float first;
    float below;
    float old;
    float last;
    float flag;
} result;

uniform bool flag;

void main() {
    uint before = atomicCounterIncrement(counter);
    memoryBarrierAtomicCounter();
    barrier();
    if (gl_LocalInvocationIndex == 0u) {
        result.scaled = scale;
        result.component = color.w;
        result.sum = list[0] + list[1];
        result.below = float(atomicCounterDecrement(down));
        result.old = float(atomicCounterAdd(other[0], 7u));
        result.last = float(atomicCounter(counter));
        result.flag = flag ? 1.0 : 0.0;
    }
    if (before == 5u) {
        result.first = float(before);
    }
}
