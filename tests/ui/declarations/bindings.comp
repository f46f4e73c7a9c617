#version 450
layout(local_size_x = 1) in;
buffer A { int a; }; //~ error[GS0216]@8
uniform sampler2D b; //~ error[GS0216]@19
layout(set = 0) uniform C { int c; }; //~ error[GS0216]@25
void main() {}
