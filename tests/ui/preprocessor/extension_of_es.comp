// Desktop GLSL has what the extension brought to ESSL.
#version 450
#extension GL_EXT_gpu_shader5 : require //~ warning[GS0034]@12
layout(local_size_x = 1) in;
layout(binding = 0) buffer B { float a, b, c; };
void main() { precise float d = fma(a, b, c); c = d; }
