// compile: vulkan1.0 vulkan1.1
// Constructors between scalar types: truncation towards zero, bit patterns kept between int and uint.
// buffer(0): i32 = [-7, 3]
// buffer(1): u32 = [0xffffffff, 5]
// buffer(2): f32 = [-2.75, 2.75, 0.0]
// buffer(3): i32 = [0; 16]
// expect buffer(3) == [-2, 2, -1, 1, 1, 0, 1, 0, -7, 5, 1, 1]
// buffer(4): f32 = [0; 8]
// expect buffer(4) == [-7, 5, 1, 0, 4294967295]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer I { int i[]; };
layout(binding = 1) buffer U { uint u[]; };
layout(binding = 2) buffer F { float f[]; };
layout(binding = 3) buffer Out { int r[]; };
layout(binding = 4) buffer OutF { float rf[]; };
void main() {
    r[0] = int(f[0]);
    r[1] = int(f[1]);
    r[2] = int(u[0]);
    r[3] = int(bool(i[0]));
    r[4] = int(bool(f[0]));
    r[5] = int(bool(f[2]));
    r[6] = int(true);
    r[7] = int(false);
    r[8] = int(uint(i[0]));
    r[9] = int(uint(u[1]));
    r[10] = int(bool(u[1]));
    r[11] = int(uint(bool(u[0])));
    rf[0] = float(i[0]);
    rf[1] = float(u[1]);
    rf[2] = float(bool(i[1]));
    rf[3] = float(bool(f[2]));
    rf[4] = float(u[0]);
}
