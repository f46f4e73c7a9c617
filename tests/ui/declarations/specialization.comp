#version 450
layout(local_size_x = 1) in;
layout(constant_id = 0) const int a = 1;
layout(constant_id = 0) const int b = 2; //~ error[GS0218]@22
layout(constant_id = 1) int c = 3; //~ error[GS0218]@22
layout(constant_id = 2) const vec2 d = vec2(1); //~ error[GS0218]@36
layout(constant_id = 3) const int e; //~ error[GS0218]@35
int x;
layout(constant_id = 4) const int f = x; //~ error[GS0207]@39
void main() { }
