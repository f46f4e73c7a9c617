#version 450
layout(local_size_x = 1) in;
vec5 a; //~ error[GS0203]@1
Missing b; //~ error[GS0203]@1
void f(Unknown x) { } //~ error[GS0203]@8
void main() { Nothing c; } //~ error[GS0203]@15
