#version 450
layout(local_size_x = 1) in;
int a;
float a; //~ error[GS0201]@7
void f(int x, int x) { } //~ error[GS0201]@19
void g(int x) { int x; } //~ error[GS0201]@21
struct S { int m; float m; }; //~ error[GS0201]@25
void main() {
    int b;
    int b; //~ error[GS0201]@9
    { int b; }
}
