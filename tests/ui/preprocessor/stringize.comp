#version 450
layout(local_size_x = 1) in;
#define S(x) #x //~ error[GS0015]@14
void main() { S(a); } //~ error[GS0200]@17
