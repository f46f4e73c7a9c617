// compile: vulkan1.0 vulkan1.1
// An arm of ?:, && and || that is short and always defined may run in any case (OpSelect); divisions may not, and neither may
// conversions of floats to integers: SPIR-V leaves the behavior undefined for zero divisors and large numbers. Variables of the
// invocation may be read, but not elements that a specialized array may not have.
// buffer(0): i32 = [7, 0, 2]
// buffer(1): f32 = [1e30, 3.5]
// buffer(2): i32 = [0; 13]
// expect buffer(2) == [-1, 3, -1, 1, 9, 3, 0, 1, 14, 1, 0, 3, -1]
#version 450
layout(constant_id = 0) const int LENGTH = 2;
int mine = 6;
ivec2 pair[2];
layout(local_size_x = 1) in;
layout(binding = 0) buffer In { int seven; int zero; int two; };
layout(binding = 1) buffer Floats { float large; float small; };
layout(binding = 2) buffer Out { int r[]; };
void main() {
    int a = seven;
    int none = zero;
    int some = two;
    r[0] = none != 0 ? a / none : -1;
    r[1] = some != 0 ? a / some : -1;
    r[2] = none == 0 ? -1 : a % none;
    r[3] = some == 0 ? -1 : a % some;
    r[4] = large < 100.0 ? int(large) : 9;
    float f = small;
    r[5] = f < 100.0 ? int(f) : 9;
    r[6] = int(none != 0 && a / none > 1);
    r[7] = int(some == 0 || a / some == 3);
    r[8] = some != 0 ? a * 2 : a;
    pair[1] = ivec2(3, a);
    r[9] = int(a == 7 && some < mine);
    r[10] = int(a != 7 || gl_WorkGroupID.x > 0u);
    r[11] = a > 0 ? pair[1].x : mine;
    int specialized[LENGTH];
    for (int i = 0; i < LENGTH; i++) specialized[i] = i;
    r[12] = LENGTH > 3 ? specialized[3] : -1;
}
