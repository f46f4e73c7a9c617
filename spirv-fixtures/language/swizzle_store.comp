// compile: vulkan1.0 vulkan1.1
// A store to a swizzle leaves the other components alone, also through a dynamic index.
// buffer(0): f32 = [1, 2, 3, 4]
// buffer(1): u32 = [2]
// expect buffer(0) == [4, 2, 9, 1]
#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Data { vec4 v; };
layout(std430, set = 0, binding = 1) buffer Index { uint i; };
void main() {
    v.xw = v.wx;
    v[i] = 9.0;
}
