// compile: vulkan1.1
// A specialization constant whose default follows from another one has that value, and no SpecId.
#version 450
layout(constant_id = 1) const int width = 5;
layout(constant_id = 2) const int padded = width + 3;
layout(constant_id = 3) const int same = width;
layout(binding = 0, std430) buffer B { int a, b; };
void main() {
    a = padded;
    b = same;
}
