// compile: vulkan1.1
// stages: points.vert
// topology: points
// draw: 4
// target(0): rgba32f 2d 8x8
// The place in a point.
#version 450
layout(location = 0) flat in vec2 factor;
layout(location = 0) out vec4 color;

void main() {
    color = vec4(gl_PointCoord, gl_PointCoord * factor);
}
