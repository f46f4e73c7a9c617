#version 450
layout(local_size_x = 1) in;
void f(uint a, float b) { }
void f(float a, uint b) { }
void main() { f(1, 1); } //~ error[GS0302]@15
