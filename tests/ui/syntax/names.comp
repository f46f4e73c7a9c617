#version 450
layout(local_size_x = 1) in;
int ;; //~ warning[GS0226]@1
float +; //~ error[GS0121]@7
struct S { int ; }; //~ error[GS0121]@16
void main() { int = 1; } //~ error[GS0121]@19
