// compile: vulkan1.0
// viewport: 0 0 4 1 0.25 0.25
// target(0): r32f 2d 4x1
// depth: d32f 2d 4x1 less = [0.5, 0.125, 0.1, 0.9]
// expect depth == [0.25, 0.125, 0.1, 0.25]
// expect target(0) == [1, 0, 0, 1]
// The depth that a fragment writes is the one that it has.
#version 450
layout(location = 0) out float color;
layout(depth_unchanged) out float gl_FragDepth;
void main() {
    gl_FragDepth = gl_FragCoord.z;
    color = 1.0;
}
