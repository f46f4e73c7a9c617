#version 450
layout(local_size_x = 1) in;
layout(set = -1, binding = 0) buffer A { int a; }; //~ error[GS0213]@14
layout(set = x, binding = 1) buffer B { int b; }; //~ error[GS0200]@14
layout(bindin = 0, binding = 2) buffer C { int c; }; //~ error[GS0213]@8
layout(set, binding = 3) buffer D { int d; }; //~ error[GS0213]@8
layout(std430, binding = 9) uniform E { int e; }; //~ error[GS0213]@8
layout(location = 0) shared int s; //~ error[GS0210]@8
void main() {}
