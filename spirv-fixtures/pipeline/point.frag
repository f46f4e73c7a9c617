// compile: vulkan1.0
// stages: point.vert
// topology: points
// draw: 1
// target(0): rg32f 2d 4x4
// expect target(0) ~= [
//     0.125, 0.125, 0.375, 0.125, 0.625, 0.125, 0.875, 0.125,   0.125, 0.375, 0.375, 0.375, 0.625, 0.375, 0.875, 0.375,
//     0.125, 0.625, 0.375, 0.625, 0.625, 0.625, 0.875, 0.625,   0.125, 0.875, 0.375, 0.875, 0.625, 0.875, 0.875, 0.875]
// Where a fragment lies on its point.
#version 450
layout(location = 0) out vec2 color;
void main() { color = gl_PointCoord; }
