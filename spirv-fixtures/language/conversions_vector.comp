// compile: vulkan1.0 vulkan1.1
// Vector constructors: from a scalar, from parts of any type, from a longer vector.
// buffer(0): f32 = [1.5, -2.5, 3.5, -4.5]
// buffer(1): f32 = [0; 20]
// expect buffer(1) == [1.5, 1.5, 1.5, 1.5,  1.5, -2.5, 7, 1,  1.5, -2.5, 3.5, 9,  1, -2, 3, -4,  0, 1, 1, 0]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer In { vec4 v; };
layout(binding = 1) buffer Out { vec4 r[5]; };
void main() {
    r[0] = vec4(v.x);
    r[1] = vec4(v.xy, 7, true);
    r[2] = vec4(vec3(v), 9u);
    r[3] = vec4(ivec4(v));
    bvec4 b = bvec4(v.x < 0.0, v.y < 0.0, bool(v.z), bvec2(false, true).x);
    r[4] = vec4(b);
}
