#version 450
layout(local_size_x = 1) in;
int; //~ warning[GS0226]@1
uniform; //~ warning[GS0226]@1
struct S; //~ error[GS0100]@9
void main() {}
