#version 450
layout(local_size_x = 1) in;
#define //~ error[GS0009]
#define 1 //~ error[GS0009]@9
#define GL_mine 1 //~ error[GS0010]@9
#define defined 1 //~ error[GS0010]@9
#define __LINE__ 1 //~ error[GS0011]@9
#undef __VERSION__ //~ error[GS0011]@8
#define double__underscore 1 //~ warning[GS0010]@9
void main() {}
