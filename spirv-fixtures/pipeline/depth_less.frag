// compile: vulkan1.0
// viewport: 0 0 4 1 1 1
// target(0): r32f 2d 4x1
// depth: d32f 2d 4x1 less = [0.5, 0.5, 0.1, 0.9]
// expect depth == [0.25, 0.5, 0.1, 0.25]
// expect target(0) == [1, 0, 0, 1]
// The viewport puts the triangle at 1, so a fragment keeps its promise to be in front of it.
#version 450
layout(location = 0) out float color;
layout(depth_less) out float gl_FragDepth;
void main() {
    gl_FragDepth = int(gl_FragCoord.x) == 1 ? 0.75 : 0.25;
    color = 1.0;
}
