#version 450
layout(local_size_x = 1) in;
int a;
struct S { int m; };
void f() { }
void main() {
    a(1); //~ error[GS0304]@5
    int b = f; //~ error[GS0305]@13
    int c = S; //~ error[GS0305]@13
    f = 1; //~ error[GS0305]@5
}
