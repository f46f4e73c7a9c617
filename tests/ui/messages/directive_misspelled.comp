// A similar directive is suggested.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
#inlcude "common.glsl" //~ error[GS0007]
#defne SIZE 4 //~ error[GS0007]
void main() {}
