// compile: vulkan1.0 vulkan1.1
// push: u32 = [7, 0, 0, 0, 1.5f32, 2.5f32, 3.5f32, 4]
// buffer(0): f32 = [0; 6]
// expect buffer(0) == [7, 1.5, 2.5, 3.5, 4]
#version 450
layout(local_size_x = 1) in;
layout(push_constant) uniform Push { uint a; vec3 v; uint b; } push;
layout(binding = 0) buffer Out { float r[]; };
void main() {
    r[0] = push.a;
    r[1] = push.v.x;
    r[2] = push.v.y;
    r[3] = push.v.z;
    r[4] = push.b;
}
