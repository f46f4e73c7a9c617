// relaxed_vulkan: on
#version 450
// Atomic counters and uniforms outside blocks have rules of their own.

struct Pair {
    vec4 color;
    sampler2D picture;
};
uniform Pair pair; //~ error[GS0215]
uniform vec4 tint = vec4(1); //~ warning[GS0219]
layout(offset = 4) uniform float late; //~ error[GS0213]
uniform atomic_uint nowhere; //~ error[GS0216]
layout(binding = 0, offset = 2) uniform atomic_uint uneven; //~ error[GS0213]
layout(binding = 1) uniform atomic_uint counter;

invariant uniform float steady; //~ error[GS0210]@1
layout(shared) uniform Shared { vec4 whole; };
uniform Member { layout(shared) vec4 part; }; //~ error[GS0210]@25
void main() {
    tint = vec4(0); //~ error[GS0309]
    uint value = atomicCounterIncrement(counter);
    int id = gl_VertexID; //~ error[GS0503]
}
