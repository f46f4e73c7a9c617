#version 450
layout(local_size_x = 1) in;
subroutine int a; //~ error[GS0212]@1
void main() {}
