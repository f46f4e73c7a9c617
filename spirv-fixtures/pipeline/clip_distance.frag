// compile: vulkan1.0
// stages: clip_distance.vert
// topology: triangle_strip
// draw: 4
// target(0): r32f 2d 4x4
// expect target(0) ~= [0.75, 0.5, 0, 0, 0.5, 0.25, 0, 0, 0; 8]
// What is left of the square, with the distances as the fragment shader reads them: their sum.
#version 450
in float gl_ClipDistance[2];
layout(location = 0) out float color;
void main() { color = gl_ClipDistance[0] + gl_ClipDistance[1]; }
