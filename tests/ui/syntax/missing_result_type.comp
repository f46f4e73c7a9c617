#version 450
layout(local_size_x = 1) in;
helper() { } //~ error[GS0116]@1
void main() {}
