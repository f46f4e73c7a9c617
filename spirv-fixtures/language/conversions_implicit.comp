// compile: vulkan1.0
// Implicit conversions in arithmetic, assignment, calls, returns and initialisers.
// buffer(0): i32 = [-3]
// buffer(1): u32 = [4]
// buffer(2): f32 = [0; 8]
// expect buffer(2) == [-3, 4, 1, -1.5, 8, 5]
// buffer(3): u32 = [0; 2]
// expect buffer(3) == [1, 4294967293]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer I { int i; };
layout(binding = 1) buffer U { uint u; };
layout(binding = 2) buffer F { float f[]; };
layout(binding = 3) buffer R { uint r[]; };
float twice(float x) { return x + x; }
float five() { return 5; }
void main() {
    f[0] = i;
    f[1] = u;
    f[2] = i + float(u);
    f[3] = i * 0.5;
    f[4] = twice(u);
    f[5] = five();
    r[0] = i + u;
    r[1] = uint(i);
}
