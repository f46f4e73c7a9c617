// line 0: error[GS0911]
#version 450
#include "include_cycle.glsl"
void main() {}
