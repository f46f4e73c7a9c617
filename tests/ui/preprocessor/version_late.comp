int a; //~ warning[GS0031]@1
#version 450 //~ error[GS0028]@1
void main() {}
