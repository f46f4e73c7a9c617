#version 450
layout(local_size_x = 1) in;
void f() { return 1; } //~ error[GS0405]@19
int h() { return 1.5; } //~ error[GS0306]@18
void main() { return 1; } //~ error[GS0405]@22
