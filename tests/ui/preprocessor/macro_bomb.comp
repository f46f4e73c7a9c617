#version 450
layout(local_size_x = 1) in;
#define A a a a a a a a a a a a a a a a a
#define B A A A A A A A A A A A A A A A A
#define C B B B B B B B B B B B B B B B B
#define D C C C C C C C C C C C C C C C C
#define E D D D D D D D D D D D D D D D D
#define F E E E E E E E E E E E E E E E E
int x = F; //~ error[GS0913]@9
void main() {}
