#version 450
layout(local_size_x = 1) in;
void a; //~ error[GS0204]@6
struct S { void m; }; //~ error[GS0204]@17
void f(void x) { } //~ error[GS0204]@13
void main() { void b; } //~ error[GS0204]@20
