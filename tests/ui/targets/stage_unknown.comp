#version 450
layout(local_size_x = 1) in;
#pragma shader_stage(pixel) //~ error[GS0590]@9
void main() {}
