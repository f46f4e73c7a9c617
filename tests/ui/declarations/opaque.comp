#version 450
layout(local_size_x = 1) in;
struct S { sampler2D s; };
layout(binding = 0) buffer B { image2D i; }; //~ error[GS0214]@40
sampler2D global; //~ error[GS0214]@11
void f(out sampler2D s) { } //~ error[GS0214]@22
void main() { sampler2D local; } //~ error[GS0214]@25
