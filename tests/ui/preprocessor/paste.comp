#version 450
#define P(a, b) a ## b
#define Q ## a //~ error[GS0014]@11
int P(x, 1) = 1;
int y = P(+, 1); //~ error[GS0016]@9
void main() {}
