#version 460
layout(location = 0) perprimitiveEXT in vec4 one; //~ error[GS0500]@22
layout(location = 1) perprimitiveNV in vec4 two; //~ error[GS0500]@22
void main() {}
