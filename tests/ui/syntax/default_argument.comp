#version 450
layout(local_size_x = 1) in;
void f(int a = 1) { } //~ error[GS0117]@14
void main() { f(1); }
