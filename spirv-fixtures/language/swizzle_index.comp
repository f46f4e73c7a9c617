// compile: vulkan1.1
// A swizzle whose components are chosen when the shader runs can be written to.
// dispatch: 1 1 1
// buffer(0): f32 = [1, 2, 3, 4]
// buffer(1): u32 = [1, 0]
// expect buffer(0) == [1, 2, 13, 24]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer Data {
    vec4 data;
};
layout(binding = 1) readonly buffer Indices {
    uint first;
    uint second;
};
void add(in out float x) {
    x += 20;
}
void main() {
    data.wz[first] += 10;
    vec4 local = data;
    add(local.wzy[second]);
    data = local;
}
