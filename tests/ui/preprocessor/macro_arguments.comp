#version 450
layout(local_size_x = 1) in;
#define TWO(a, b) a + b
int x = TWO(1); //~ error[GS0017]@9
int y = TWO(1, 2, 3); //~ error[GS0017]@9
void main() {}
