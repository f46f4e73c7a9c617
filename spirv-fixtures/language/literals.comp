// compile: vulkan1.0 vulkan1.1
// Integer literals whose bits fill the type, octal and hexadecimal ones, floats in every spelling.
// buffer(0): i32 = [0; 8]
// buffer(1): f32 = [0; 6]
// expect buffer(0) == [-1, -1, -2147483648, -2147483648, 8, 255, -1, 10]
// expect buffer(1) == [1, 0.5, 1500, 0.25, 2, 3]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer Integers { int i[]; };
layout(binding = 1) buffer Floats { float f[]; };
void main() {
    i[0] = 0xFFFFFFFF;
    i[1] = 4294967295;
    i[2] = 0x80000000;
    i[3] = -2147483648;
    i[4] = 010;
    i[5] = 0XfF;
    i[6] = int(0xffffffffU);
    i[7] = 10;
    f[0] = 1.;
    f[1] = .5;
    f[2] = 1.5e+3;
    f[3] = 25E-2f;
    f[4] = float(2.0lf);
    f[5] = 3.0F;
}
