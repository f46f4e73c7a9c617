// compile: vulkan1.1
// passes: on
// buffer(0): i32 = [10, 0, 3, -7]
// buffer(1): i32 = [0, 0, 0, 0, 0, 0, 0, 0]
// expect buffer(1) == [10, 1, 33, -14, 20, 55, 40, 55]
// What has undefined behavior for some operands runs only where the shader runs it: a division in an arm, an index that
// an `if` has checked.
#version 450
layout(local_size_x = 4) in;
layout(binding = 0) readonly buffer Data { int data[4]; };
layout(binding = 1) writeonly buffer Result { int result[]; };
void main() {
    int x = data[gl_LocalInvocationIndex];
    int quotient = 1;
    if (x != 0) {
        quotient = 100 / x;
    }
    result[gl_LocalInvocationIndex] = quotient;
    int table[4] = int[](20, 30, 40, 50);
    int picked = 55;
    if ((gl_LocalInvocationIndex & 1u) == 0u) {
        picked = table[gl_LocalInvocationIndex];
    }
    result[4u + gl_LocalInvocationIndex] = picked;
}
