#version 450
layout(local_size_x = 1) in;
Block { int a; }; //~ error[GS0125]@1
void main() {}
