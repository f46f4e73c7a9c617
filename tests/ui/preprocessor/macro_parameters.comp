#version 450
layout(local_size_x = 1) in;
#define F(x //~ error[GS0013]@11
#define G(x, x) x //~ error[GS0013]@14
#define H(1) 1 //~ error[GS0013]@11
void main() {}
