#version 450
layout(local_size_x = 1) in;
#error this shader needs A //~ error[GS0025]@1
#ifndef A
#error and this //~ error[GS0025]@1
#endif
#if 0
#error not this
#endif
void main() {}
