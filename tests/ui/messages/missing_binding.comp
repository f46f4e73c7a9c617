// A resource without a binding says what the host needs.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
buffer Results { float results[]; }; //~ error[GS0216]
uniform sampler2D colors; //~ error[GS0216]
void main() {}
