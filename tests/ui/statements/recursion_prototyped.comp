#version 450
layout(local_size_x = 1) in;
int b(int n);
int a(int n) { return b(n); } //~ error[GS0403]@23
int b(int n) { return a(n); }
int c(int n) { return c(n - 1); }
void main() { a(1); }
