#version 450
layout(local_size_x = 4) in;
layout(local_size_x = 8) in; //~ error[GS0227]@23
layout(local_size_y = 0) in; //~ error[GS0213]@23
void main() {}
