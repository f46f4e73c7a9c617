#version 460
#extension GL_ARM_tensors : require
layout(binding = 0) uniform tensorARM<int, 2> numbers;
layout(binding = 1) uniform tensorARM<vec2, 2> vectors; //~ error[GS0280]@39
layout(binding = 2) uniform tensorARM<int, 0> nothing; //~ error[GS0281]@44
void main() {
    int number = tensorSizeARM(numbers, 2) == 1u ? 1 : 2; //~ error[GS0363]@41
    tensorReadARM(numbers, uint[](0u), number); //~ error[GS0360]@28
    float data;
    tensorReadARM(numbers, uint[](0u, 1u), data); //~ error[GS0361]@44
    tensorReadARM(numbers, uint[](0u, 1u), number, gl_TensorOperandsOutOfBoundsValueARM, 1.5); //~ error[GS0362]@90
}
