#version 450
layout(local_size_x = 1) in;
int 1a; //~ error[GS0005]@5
struct { int b; } = 1; //~ error[GS0102]@17
void f(int, 3) { } //~ error[GS0122]@13
void main() {}
