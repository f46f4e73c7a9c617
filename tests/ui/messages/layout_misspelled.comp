// A similar layout qualifier is suggested.
#version 450
layout(binding = 0) buffer Data { float data[]; };
layout(local_sizex = 64) in; //~ error[GS0213]
void main() {}
