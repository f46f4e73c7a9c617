#version 123 //~ error[GS0030]@10
void main() {}
