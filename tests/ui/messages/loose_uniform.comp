// A uniform outside a block says where uniforms go.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
uniform float scale; //~ error[GS0215]
uniform mat4 matrices[4]; //~ error[GS0215]
void main() {}
