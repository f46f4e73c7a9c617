#version 450
layout(local_size_x = 1) in;
struct A { struct B { int x; } b; }; //~ error[GS0111]@12
struct C { }; //~ error[GS0112]@8
struct D { int a = 1; }; //~ error[GS0113]@18
void main() {}
