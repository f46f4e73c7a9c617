#version 450
#line 0
int a = 1.5; //~ error[GS0306]
void main() {}
