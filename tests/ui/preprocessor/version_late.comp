int a;
#version 450 //~ error[GS0028]@1
void main() {}
