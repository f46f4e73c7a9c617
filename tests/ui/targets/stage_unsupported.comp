#version 450
layout(local_size_x = 1) in;
#pragma shader_stage(mesh) //~ error[GS0591]@9
void main() {}
