#version 450
// The value of a variable at the start follows from a specialization constant. naga does not print arithmetic outside functions in WGSL.
// refused: wgsl
layout(local_size_x = 8) in;
layout(constant_id = 0) const int FIRST = 4;
layout(std430, binding = 0) buffer Data { int data[]; };
int next = FIRST * 2 + 1;
void main() {
    next += data[gl_GlobalInvocationID.x];
    data[gl_GlobalInvocationID.x] = next;
}
