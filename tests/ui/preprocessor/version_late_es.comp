// ESSL has its version in the first line.

#version 310 es //~ error[GS0028]
layout(local_size_x = 1) in;
void main() {
}
