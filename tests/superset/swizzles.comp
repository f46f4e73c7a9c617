// compile: vulkan1.1
// Swizzles as values and as places, constructors that take vectors apart, dynamic components.
// buffer(0): f32 = [0..32]
#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Data { vec4 data[8]; };

void main() {
    vec4 v = data[0];
    v.zx = data[1].xy;
    v.w += v.y * 2.0;
    data[2] = v.wzyx;
    data[3] = vec4(v.xy, v.ww);
    vec3 t = vec3(v.x, data[4].zw);
    t[2] = 9.0;
    int index = int(data[0].x) + 1;
    data[5] = vec4(t, t[index]);
    data[6].yz = t.xy;
    ivec3 whole = ivec3(t * 1.5);
    data[7] = vec4(vec3(whole), float(whole.x == 6));
}
