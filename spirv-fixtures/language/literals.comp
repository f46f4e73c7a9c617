// compile: vulkan1.0
// Integer literals of every base; those that set the sign bit; floats in every notation.
// buffer(0): i32 = [0; 8]
// expect buffer(0) == [-2147483648, -1, 255, 511, -1294967296, -2147483648, 10]
// buffer(1): f32 = [0; 8]
// expect buffer(1) == [0.5, 5, 1000, 0.25, 2, 1.5]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer I { int r[]; };
layout(binding = 1) buffer F { float f[]; };
void main() {
    r[0] = 2147483648;
    r[1] = 0xffffffff;
    r[2] = 0XfF;
    r[3] = 0777;
    r[4] = 3000000000;
    r[5] = -2147483648;
    r[6] = int(10u);
    f[0] = .5;
    f[1] = 5.;
    f[2] = 1e3;
    f[3] = 2.5E-1;
    f[4] = 2.0f;
    f[5] = float(1.5LF);
}
