// compile: vulkan1.0
// target(0): rgba8 2d 2x1
// target(1): rg32i 2d 2x1
// target(2): rgba16f 2d 2x1
// target(3): r32ui 2d 2x1 = [5, 6]
// expect target(0) == [0, 255, 51, 255, 0, 255, 51, 255]
// expect target(1) == [-1, 0, -1, 1]
// expect target(2) == [0.5, -2, 0, 1, 0.5, -2, 0, 1]
// expect target(3) == [0xffffffff, 0xffffffff]
// An array of outputs beside single ones, of several types and widths; the values that don't fit are clamped.
#version 450
layout(location = 0) out vec4 color;
layout(location = 1) out ivec2 signs;
layout(location = 2) out vec4 halves;
layout(location = 3) out uint all;
void main() {
    color = vec4(-3.0, 2.0, 0.2, 1.0);
    signs = ivec2(-1, int(gl_FragCoord.x));
    halves = vec4(0.5, -2.0, 0.0, 1.0);
    all = ~0u;
}
