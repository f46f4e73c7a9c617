// compile: vulkan1.0
// Matrix arithmetic is by component, but `*` between matrices is the product; comparison is of the whole.
// buffer(0): f32 = [1, 2, 3, 4]
// buffer(1): f32 = [0; 32]
// expect buffer(1) == [7, 10, 15, 22,  2, 3, 4, 5,  0.5, 1, 1.5, 2,  -1, -2, -3, -4,  1, 4, 9, 16,  2, 3, 4, 5,
//                      1, 0,  4, 4, 9, 16]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer In { mat2 m; };
layout(binding = 1) buffer Out { float r[]; };
void put(int at, mat2 x) {
    r[at] = x[0].x; r[at + 1] = x[0].y; r[at + 2] = x[1].x; r[at + 3] = x[1].y;
}
void main() {
    put(0, m * m);
    put(4, m + 1.0);
    put(8, m / 2.0);
    put(12, -m);
    put(16, matrixCompMult(m, m));
    mat2 n = m;
    n++;
    put(20, n);
    r[24] = float(m == mat2(1, 2, 3, 4));
    r[25] = float(m != mat2(1, 2, 3, 4));
    n = m;
    n[0] *= 4.0;
    n[0][1] = n[0].x;
    n[1] = n[1] * n[1];
    put(26, n);
}
