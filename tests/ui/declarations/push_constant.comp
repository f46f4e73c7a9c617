#version 450
layout(local_size_x = 1) in;
layout(push_constant) uniform A { int a; };
layout(push_constant) uniform B { int b; }; //~ error[GS0221]@31
layout(push_constant, binding = 0) uniform C { int c; }; //~ error[GS0221]@44 //~ error[GS0221]@33
void main() {}
