// compile: vulkan1.0
// == and != of structures, arrays, vectors and matrices compare everything inside.
// buffer(0): i32 = [1, 2]
// buffer(1): i32 = [0; 12]
// expect buffer(1) == [1, 0, 0, 1, 1, 0, 1, 0, 1, 0]
#version 450
layout(local_size_x = 1) in;
struct S { int a; vec2 b; bool c[2]; };
layout(binding = 0) buffer In { int one; int two; };
layout(binding = 1) buffer Out { int r[]; };
void main() {
    S x = S(one, vec2(one, two), bool[2](one == 1, two == 1));
    S y = x;
    r[0] = int(x == y);
    r[1] = int(x != y);
    y.c[1] = true;
    r[2] = int(x == y);
    r[3] = int(x != y);
    int a[2][2] = int[2][2](int[2](one, two), int[2](two, one));
    int b[2][2] = a;
    r[4] = int(a == b);
    b[1][0]++;
    r[5] = int(a == b);
    r[6] = int(ivec2(one, two) == ivec2(1, 2));
    r[7] = int(ivec2(one, two) != ivec2(1, 2));
    r[8] = int(bvec2(one == 1, false) == bvec2(true, false));
    r[9] = int(mat2(one) != mat2(1.0));
}
