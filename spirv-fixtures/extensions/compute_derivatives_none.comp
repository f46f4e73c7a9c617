// compile: vulkan1.1
// buffer(0): f32 = [9, 9, 9, 9]
// texture(1): r32f 2d 2x2 linear = [4, 4, 4, 4]
// expect buffer(0) == [0, 0, 4, 0]
// With the extension of NVIDIA and no groups, derivatives are zero and look-ups take the base level.
#version 450
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer Results { float results[4]; };
layout(binding = 1) uniform sampler2D image;
void main() {
    results[0] = dFdx(results[0]);
    results[1] = fwidth(vec2(results[1])).y;
    results[2] = texture(image, vec2(0.5), 1.0).r;
    results[3] = textureQueryLod(image, vec2(0.5)).x;
}
