// compile: vulkan1.0
// area: 4 1
// depth: d32f 2d 4x1 less = [0.75, 0, 0.75, 0]
// buffer(0): u32 = [0; 4]
// expect buffer(0) == [1, 0, 1, 0]
// expect depth == [0, 0, 0, 0]
// With early tests, fragments that fail them don't run at all, and a depth that the shader writes doesn't count.
#version 450
layout(early_fragment_tests) in;
layout(binding = 0) buffer Ran { uint ran[]; };
void main() {
    ran[int(gl_FragCoord.x)] = 1u;
    gl_FragDepth = 0.9;
}
