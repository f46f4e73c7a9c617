// compile: vulkan1.1
// Names that hide others, constants, conversions, compound assignments, increments.
// buffer(0): i32 = [3, 5, 7, 11]
#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Data { int data[]; };

const int SCALE = 3;
const int TABLE[3] = int[3](10, 20, 30);

void main() {
    uint i = gl_LocalInvocationIndex;
    int value = data[i];
    {
        int value = 100;
        value += SCALE;
    }
    for (int i = 0; i < 3; i++) {
        value += TABLE[i] * i;
    }
    float f = value;
    f *= 1.5;
    value = int(f);
    value <<= 1;
    value ^= 0x55;
    int before = value++;
    int after = --value;
    value -= before == after ? 1 : 1000;
    data[i] = value;
}
