// compile: vulkan1.0
// Blocks of each vertex in and out; the levels say how a triangle is divided.
#version 450
layout(vertices = 3) out;
layout(location = 0) in Corner { vec2 place; } vertices[];
layout(location = 0) out Corner { vec2 place; } corners[];
void main() {
    corners[gl_InvocationID].place = vertices[gl_InvocationID].place;
    gl_TessLevelOuter[0] = 3.0;
    gl_TessLevelOuter[1] = 2.5;
    gl_TessLevelOuter[2] = 5.0;
    gl_TessLevelInner[0] = 3.0;
}
