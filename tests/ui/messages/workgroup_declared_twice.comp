// Two sizes that disagree.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
layout(local_size_x = 32) in; //~ error[GS0227]
void main() {}
