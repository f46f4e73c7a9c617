// compile: vulkan1.1
// passes: on
// buffer(0): u32 = [0x80000000, 0x7f800000, 0x7fc00000, 0x3f800000]
// buffer(1): u32 = [0; 24]
// expect buffer(1) == [0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0x80000000, 0x7f800000, 1, 0x3f800000, 1, 1, 0, 1, 0x80000000, 0x7f800000, 1, 0x3f800000]
// Arithmetic keeps signed zeros, infinities and NaN: x + 0.0 is not x for -0.0, x - x and x * 0.0 are not 0.0 for all x, and
// x == x is not true for NaN; but x * 1.0, -(-x) are x. (Where a result is NaN, 1 is stored. Sum and product do not run:
// lavapipe makes x and 0.0 of them.)
#version 450
layout(local_size_x = 4) in;
layout(binding = 0) readonly buffer Data { uint data[]; };
layout(binding = 1) writeonly buffer Result { uint result[]; };
uint bits(precise float x) { return isnan(x) ? 1u : floatBitsToUint(x); }
void main() {
    uint lane = gl_LocalInvocationIndex;
    precise float x = uintBitsToFloat(data[lane]);
    precise float sum = x + 0.0;
    precise float difference = x - x;
    precise float product = x * 0.0;
    precise float same = x * 1.0;
    precise float twice = -(-x);
    if (data[3] == 0u) {
        result[lane] = bits(sum);
        result[8u + lane] = uint(isnan(product));
    }
    result[4u + lane] = bits(difference);
    result[12u + lane] = bits(same);
    result[16u + lane] = uint(x == x);
    result[20u + lane] = bits(twice);
}
