// compile: vulkan1.0
// viewport: 0 0 2 2 0.5 1
// target(0): rgba32f 2d 2x2
// expect target(0) == [0.5, 0.5, 0.5, 1, 1.5, 0.5, 0.5, 1, 0.5, 1.5, 0.5, 1, 1.5, 1.5, 0.5, 1]
// Pixel centres, the depth in the viewport's range, and 1 / w.
#version 450
layout(location = 0) out vec4 color;
void main() { color = gl_FragCoord; }
