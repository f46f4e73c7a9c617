#version 450
const uint n = gl_WorkGroupSize.x; //~ error[GS0227]@16
layout(local_size_x = 4) in;
void main() {}
