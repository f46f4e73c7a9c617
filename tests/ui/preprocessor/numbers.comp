#version 450
layout(local_size_x = 1) in;
int a = 0xg; //~ error[GS0004]@9
int b = 12abc; //~ error[GS0005]@9
int c = 089; //~ error[GS0004]@9
float d = 1.0e; //~ error[GS0004]@11
uint e = 4294967296; //~ error[GS0006]@10
float f = 1.0q; //~ error[GS0005]@11
void main() {}
