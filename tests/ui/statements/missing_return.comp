#version 450
layout(local_size_x = 1) in;
int f(bool a) { if (a) return 1; } //~ warning[GS0404]@5
int g() { } //~ warning[GS0404]@5
int h() { while (true) { } }
int k(int a) { switch (a) { case 0: return 1; default: return 2; } }
void main() { f(true); g(); h(); k(1); }
