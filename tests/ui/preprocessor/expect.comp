#version 450

#pragma glslsub expect(GS0602) //~ warning[GS0040]@9

void main() {}
