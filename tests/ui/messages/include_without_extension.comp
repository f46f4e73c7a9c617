// An include without its extension.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
#include "no_such_file.glsl" //~ error[GS0037]
void main() {}
