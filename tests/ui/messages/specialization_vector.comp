// A specialization constant is a scalar.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
layout(constant_id = 0) const vec2 size = vec2(16.0); //~ error[GS0218]
layout(constant_id = 1) uint count = 1u; //~ error[GS0218]
void main() {}
