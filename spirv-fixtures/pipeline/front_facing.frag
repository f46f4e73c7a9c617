// compile: vulkan1.0
// stages: front_facing.vert
// raster: clockwise
// draw: 6
// target(0): r32i 2d 2x1
// expect target(0) == [1, 1]
// Both triangles turn the same way on the screen; a mirrored one would not.
#version 450
layout(location = 0) out int color;
void main() { color = gl_FrontFacing ? 1 : -1; }
