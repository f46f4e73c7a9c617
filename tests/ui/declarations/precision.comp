#version 310 es
layout(local_size_x = 1) in;

precision highp bool; //~ error[GS0230]
highp bool flag; //~ error[GS0230]
layout(binding = 0, r32f) uniform image2D image; //~ error[GS0231]

void main() {}
