// Critical sections that some invocations would not begin, or not end.
#version 450
#extension GL_ARB_fragment_shader_interlock : require
layout(r32ui, binding = 0) uniform coherent uimage2D counts;

void add() {
    beginInvocationInterlockARB(); //~ error[GS0258]@5
    ivec2 at = ivec2(gl_FragCoord.xy);
    imageStore(counts, at, imageLoad(counts, at) + 1u);
}

void main() {
    if (gl_FragCoord.x > 8.0) {
        beginInvocationInterlockARB(); //~ error[GS0258]@9
        return;
    }
    add();
    endInvocationInterlockARB(); //~ error[GS0258]@5
}
