// compile: vulkan1.0 vulkan1.1
// std140 and std430, explicit offsets and alignment, vec3 packing, arrays of vec3, nested structures.
// uniform(0): f32 = [1, 2, 3, 4,  5, 0, 0, 0,  6, 0, 0, 0,  7, 8, 9, 10]
// buffer(1): f32 = [1, 2, 3, 4,  5, 6, 0, 0,  7, 8, 9, 0,  10, 11, 12, 0,  13, 14]
// buffer(2): f32 = [0, 0, 0, 0, 21, 0, 0, 0, 22, 23]
// buffer(3): f32 = [0; 24]
// expect buffer(3) == [1, 3, 4, 5, 6, 9, 10,  2, 4, 5, 6, 9, 11, 13, 14,  21, 22, 23]
#version 450
layout(local_size_x = 1) in;
struct S { vec3 v; float after; };
layout(binding = 0, std140) uniform A { vec3 v; float w; float list[2]; vec3 tail; float last; } a;
layout(binding = 1, std430) readonly buffer B { vec3 v; float w; float list[2]; vec3 vs[2]; vec2 pair; } b;
layout(binding = 2, std430) buffer C {
    layout(offset = 16) float x;
    layout(align = 32) float y;
    float z;
} c;
layout(binding = 3, std430) buffer Out { float r[]; };
void main() {
    r[0] = a.v.x; r[1] = a.v.z; r[2] = a.w; r[3] = a.list[0]; r[4] = a.list[1]; r[5] = a.tail.z; r[6] = a.last;
    r[7] = b.v.y; r[8] = b.w; r[9] = b.list[0]; r[10] = b.list[1];
    r[11] = b.vs[0].z; r[12] = b.vs[1].y; r[13] = b.pair.x; r[14] = b.pair.y;
    r[15] = c.x; r[16] = c.y; r[17] = c.z;
}
