#version 450
layout(local_size_x = 1) in;
#pragma optimize(maybe) //~ warning[GS0027]@9
#pragma unknown things are fine
void main() {}
