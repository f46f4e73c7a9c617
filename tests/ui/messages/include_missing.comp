// A file that is not there.
#version 450
#extension GL_GOOGLE_include_directive : require
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
#include "no_such_file.glsl" //~ error[GS0037]
void main() {}
