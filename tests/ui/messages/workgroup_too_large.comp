// The dimension that is too large is named.
#version 450
layout(binding = 0) buffer Data { float data[]; };
layout(local_size_y = 2048) in; //~ error[GS0227]
void main() {}
