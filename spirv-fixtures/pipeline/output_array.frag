// compile: vulkan1.0
// target(0): r32f 2d 1x1
// target(1): rgba32f 2d 1x1
// target(2): rgba32f 2d 1x1
// expect target(0) == [7]
// expect target(1) == [1, 2, 3, 4]
// expect target(2) == [2, 4, 6, 8]
// An array of outputs takes a location for each element.
#version 450
layout(location = 1) out vec4 colors[2];
layout(location = 0) out float single;
void main() {
    single = 7.0;
    for (int i = 0; i < 2; i++) colors[i] = vec4(1.0, 2.0, 3.0, 4.0) * float(i + 1);
}
