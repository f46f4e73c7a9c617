// An `#if` without `#endif`.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
#ifdef FAST //~ error[GS0023]
void main() {}
