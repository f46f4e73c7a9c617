// compile: vulkan1.0 vulkan1.1
// Swizzles in all three alphabets, repeated components, swizzle of a swizzle, of a call, of a scalar part.
// buffer(0): f32 = [1, 2, 3, 4]
// buffer(1): f32 = [0; 20]
// expect buffer(1) == [4, 3, 2, 1,  1, 1, 2, 2,  3, 3, 3, 3,  2, 4, 6, 8,  4, 2, 1, 3]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer In { vec4 v; };
layout(binding = 1) buffer Out { vec4 r[5]; };
vec4 twice(vec4 x) { return x * 2.0; }
void main() {
    r[0] = v.wzyx;
    r[1] = v.rrgg;
    r[2] = v.stpq.pppp;
    r[3] = twice(v).xyzw;
    r[4] = vec4(v.wzyx.x, v.xy.y, v[0], v.zw[0]);
}
