#version 310 es
#extension GL_ARB_gpu_shader_fp64 : require //~ error[GS0034]@12
layout(local_size_x = 1) in;
void main() {}
