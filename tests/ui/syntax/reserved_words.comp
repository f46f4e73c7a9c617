#version 450
layout(local_size_x = 1) in;
int class = 1; //~ error[GS0105]@5
int goto = 2; //~ error[GS0105]@5
int while = 3; //~ error[GS0124]@5
void main() { int template; } //~ error[GS0105]@19
