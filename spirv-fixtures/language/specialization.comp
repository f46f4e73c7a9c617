// compile: vulkan1.0 vulkan1.1
// Values given at pipeline creation reach expressions, array sizes, the workgroup size and derived constants.
// spec(0): u32 = [4]
// spec(1): i32 = [-3]
// spec(2): f32 = [2.5]
// spec(3): u32 = [1]
// spec(9): u32 = [2]
// buffer(0): f32 = [0; 12]
// expect buffer(0) == [4, -3, 2.5, 1, 8, 10, 9, 4, -6, 2, 77]
#version 450
layout(local_size_x_id = 9) in;
layout(constant_id = 0) const uint count = 2;
layout(constant_id = 1) const int negative = 1;
layout(constant_id = 2) const float scale = 1.0;
layout(constant_id = 3) const bool flag = false;
layout(constant_id = 4) const int unset = 77;
const uint doubled = count * 2u;
const int chosen = flag ? 9 : 1;
layout(binding = 0) buffer Out { float r[]; };
shared int list[count];
void main() {
    if (gl_LocalInvocationIndex != 0u) return;
    r[0] = count;
    r[1] = negative;
    r[2] = scale;
    r[3] = float(flag);
    r[4] = doubled;
    r[5] = scale * count;
    r[6] = chosen;
    r[7] = list.length();
    r[8] = negative + negative;
    r[9] = gl_WorkGroupSize.x;
    r[10] = unset;
}
