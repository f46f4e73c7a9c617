// compile: vulkan1.0
// target(0): r32f 2d 4x1
// depth: d32f 2d 4x1 less = [0.5, 0.5, 0.1, 0.9]
// expect depth == [0.25, 0.5, 0.1, 0.25]
// expect target(0) == [1, 0, 0, 1]
// The triangle lies at 0, so a fragment keeps its promise to be behind it; its own depth is tested and written.
#version 450
layout(location = 0) out float color;
layout(depth_greater) out float gl_FragDepth;
void main() {
    gl_FragDepth = int(gl_FragCoord.x) == 1 ? 0.75 : 0.25;
    color = 1.0;
}
