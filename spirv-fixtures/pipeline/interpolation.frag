// compile: vulkan1.0
// stages: interpolation.vert
// topology: triangle_strip
// draw: 4
// target(0): rgba32f 2d 4x1
// expect target(0) ~= [
//     0.04545454, 0.125, 0, 1,   0.16666667, 0.375, 0, 1,   0.35714286, 0.625, 1, 1,   0.7, 0.875, 1, 1]
// With w from 1 to 3, a value at t of the way on the screen is t / (3 - 2t) of the way in the world; noperspective ones are at t.
// Flat ones are those of the first vertex: 0 in the first triangle, 1 in the second.
#version 450
layout(location = 0) in float perspective;
layout(location = 1) noperspective in float linear;
layout(location = 2) flat in int vertex;
layout(location = 0) out vec4 color;
void main() { color = vec4(perspective, linear, vertex, 1.0); }
