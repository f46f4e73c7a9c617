// compile: vulkan1.0 vulkan1.1
// Nested structures: constructors, member access, assignment of the whole, as parameters and results, in buffers.
// buffer(0): i32 = [1, 2, 3, 4, 5, 6]
// expect buffer(0) == [1, 2, 30, 10, 5, 6]
// buffer(1): i32 = [0; 8]
// expect buffer(1) == [3, 30, 33, 7, 8]
#version 450
layout(local_size_x = 1) in;
struct Inner { int a; int b; };
struct Outer { int head; Inner inner[2]; int tail; };
layout(binding = 0, std430) buffer Data { Outer data; };
layout(binding = 1, std430) buffer Out { int r[]; };
Outer change(Outer x, Inner by) {
    x.inner[0].b *= by.a;
    x.inner[1] = by;
    x.inner[1].b = x.inner[1].b + x.head;
    return x;
}
int sum(Inner x) { return x.a + x.b; }
void main() {
    Outer copy = data;
    Outer changed = change(copy, Inner(10, 4));
    r[0] = copy.inner[0].b;
    r[1] = changed.inner[0].b;
    data.inner[0].b = changed.inner[0].b;
    data.inner[1].a = changed.inner[1].a;
    r[2] = sum(change(data, Inner(1, 2)).inner[1]) + r[1] - 1 + 0 * data.head;
    struct Local { ivec2 v; } l = Local(ivec2(7, 8));
    r[3] = l.v.x;
    r[4] = Local(l.v.yx).v.x;
}
