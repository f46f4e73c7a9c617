// compile: vulkan1.1
// A read and a write that invocations of one pixel do one after the other; the layout says which invocations.
#version 450
#extension GL_ARB_fragment_shader_interlock : require
layout(sample_interlock_unordered) in;
layout(binding = 0, r32ui) uniform coherent uimage2D counts;
void main() {
    ivec2 here = ivec2(gl_FragCoord.xy);
    beginInvocationInterlockARB();
    imageStore(counts, here, imageLoad(counts, here) + 1u);
    endInvocationInterlockARB();
}
