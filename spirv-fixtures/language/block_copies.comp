// compile: vulkan1.0 vulkan1.1
// One structure in a std140 block, a std430 block, shared memory and a local: copies convert the layout.
// uniform(0): i32 = [1, 0, 0, 0,  2, 0, 0, 0, 3, 0, 0, 0,  4, 5, 0, 0]
// buffer(1): i32 = [0; 6]
// expect buffer(1) == [1, 2, 3, 0, 4, 5]
// buffer(2): i32 = [0; 4]
// expect buffer(2) == [1, 3, 5]
#version 450
layout(local_size_x = 1) in;
struct S { int a; int b[2]; ivec2 c; };
layout(binding = 0, std140) uniform A { S s; } a;
layout(binding = 1, std430) buffer B { S s; } b;
layout(binding = 2, std430) buffer Out { int r[]; };
shared S kept;
void main() {
    b.s = a.s;
    kept = b.s;
    S local = kept;
    r[0] = local.a; r[1] = local.b[1]; r[2] = local.c.y;
}
