#version 450
layout(local_size_x = 1) in;
int a;
a = 1; //~ error[GS0115]@1
if (a == 1) a = 2;
for (;;) { }
void main() {}
