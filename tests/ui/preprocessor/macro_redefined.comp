#version 450
layout(local_size_x = 1) in;
#define A 1
#define A 1
#define A 2 //~ error[GS0012]@9
#define F(x) x
#define F(y) y //~ error[GS0012]@9
void main() {}
