// compile: vulkan1.0
// target(0): rgba32f 2d 2x1 = [1, 1, 1, 1, 2, 4, 6, 8]
// blend(0): one second
// expect target(0) == [10.5, 20.25, 30, 41, 11, 21, 30, 48]
// The second output of one location is what the target is multiplied with.
#version 450
layout(location = 0, index = 0) out vec4 color;
layout(location = 0, index = 1) out vec4 factor;
void main() {
    color = vec4(10.0, 20.0, 30.0, 40.0);
    factor = vec4(0.5, 0.25, 0.0, 1.0);
}
