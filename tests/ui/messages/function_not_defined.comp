// A declaration without a definition.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
float helper(float x);
void main() {
    data[0] = helper(1.0); //~ error[GS0402]
}
