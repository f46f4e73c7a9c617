#version 450
layout(local_size_x = 1) in;
#define ONE(a) a
int x = ONE(
#define IN 1 //~ error[GS0019]@1
1);
void main() {}
