// compile: vulkan1.0 vulkan1.1
// Copy-in and copy-out: arguments are swizzles, array elements with side effects in the index, members of buffers.
// buffer(0): i32 = [1, 2, 3, 4, 5, 6, 7, 8]
// expect buffer(0) == [1, 3, 2, 14, 100, 6, 107, 8]
// buffer(1): i32 = [0; 8]
// expect buffer(1) == [3, 1, 5, 5, 10, 20]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0, std430) buffer Data { ivec4 v; int a[4]; };
layout(binding = 1, std430) buffer Out { int r[]; };
int calls = 0;
int next() { return calls++; }
void swap(inout ivec2 x) { x = x.yx; }
void add(inout int x, int y) { x += y; }
void give(out int x) { x = 100; }
int global = 5;
int alias(inout int x) {
    x = 10;
    return global;
}
void both(out int x, out int y) { x = 1; y = 2; }
void main() {
    swap(v.yz);
    add(v.w, 10);
    give(a[next()]);
    add(a[2], a[0]);
    r[1] = calls;
    r[0] = next() + next();
    r[2] = alias(global);
    // Copy-out comes after the call, so the function still saw 5.
    r[3] = r[2];
    r[4] = global;
    int same = 0;
    both(same, same);
    r[5] = same * 10;
}
