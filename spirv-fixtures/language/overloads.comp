// compile: vulkan1.0
// Exact match first, then the better conversion; overloads by array size, vector size and structure.
// buffer(0): i32 = [1]
// buffer(1): i32 = [0; 16]
// expect buffer(1) == [1, 2, 3, 4, 12, 13, 21, 22, 3, 1]
#version 450
layout(local_size_x = 1) in;
struct A { int x; };
struct B { int x; };
layout(binding = 0) buffer In { int one; };
layout(binding = 1) buffer Out { int r[]; };
int f(int x) { return 1; }
int f(uint x) { return 2; }
int f(float x) { return 3; }
int f(vec2 x) { return 4; }
int g(int x[2]) { return 12; }
int g(int x[3]) { return 13; }
int h(A a) { return 21; }
int h(B b) { return 22; }
int k(float x) { return 3; }
int only(double x, float y) { return 2; }
int only(float x, float y) { return 1; }
void main() {
    r[0] = f(one);
    r[1] = f(uint(one));
    r[2] = f(float(one));
    r[3] = f(ivec2(one));
    r[4] = g(int[2](one, 2));
    r[5] = g(int[3](one, 2, 3));
    r[6] = h(A(one));
    r[7] = h(B(one));
    r[8] = k(one);
    r[9] = only(one, one);
}
