#version //~ error[GS0029]@1
void main() {}
