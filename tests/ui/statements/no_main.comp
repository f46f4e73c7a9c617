// line 0: error[GS0406]
#version 450
layout(local_size_x = 1) in;
void helper() { }
