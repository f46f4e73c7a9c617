#version 450
layout(local_size_x = 1) in;
int a = 1 @ 2; //~ error[GS0001]@11
int b$ = 1; //~ error[GS0001]@6
void main() {}
