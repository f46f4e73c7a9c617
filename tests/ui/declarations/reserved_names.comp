#version 450
layout(local_size_x = 1) in;
int gl_mine; //~ error[GS0202]@5
int two__underscores;
void main() { int gl_local; } //~ error[GS0202]@19
