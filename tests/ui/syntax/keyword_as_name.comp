#version 450
layout(local_size_x = 1) in;
int vec3 = 1; //~ error[GS0124]@5
void float() { } //~ error[GS0124]@6
void main() {}
