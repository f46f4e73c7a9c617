#version 450
layout(local_size_x = 1) in;
#include missing //~ error[GS0036]@1
#include "no_such_file.glsl" //~ error[GS0037]@10
void main() {}
