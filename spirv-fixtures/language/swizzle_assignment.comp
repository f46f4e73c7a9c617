// compile: vulkan1.0 vulkan1.1
// Compound assignment and increment through swizzles and components, in buffers, shared memory and locals.
// buffer(0): f32 = [1, 2, 3, 4, 10, 20, 30, 40]
// expect buffer(0) == [11, 1, 13, 4, 40, 10, 20, 31]
// buffer(1): u32 = [3]
// buffer(2): f32 = [0; 4]
// expect buffer(2) == [5, 6, 2, 8]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer Data { vec4 v[2]; };
layout(binding = 1) buffer Index { uint i; };
layout(binding = 2) buffer Out { vec4 r; };
shared vec4 s;
void main() {
    v[0].xz += 10.0;
    v[0].y--;
    vec4 local = v[1];
    local.yzw = local.xyz;
    local.x = v[1].w;
    ++local[i];
    v[1] = local;
    s = vec4(1.0, 2.0, 3.0, 4.0);
    s.yx = vec2(6.0, 5.0);
    s[i] *= 2.0;
    s.z -= 1.0;
    r = s;
}
