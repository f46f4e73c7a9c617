#version 450
layout(local_size_x = 1) in;
in int a; //~ error[GS0210]@1
uniform int b; //~ error[GS0215]@1
buffer int c; //~ error[GS0215]@1
const uniform int d = 1; //~ error[GS0219]@23 //~ error[GS0215]@7
void f(uniform int x) { } //~ error[GS0210]@8
void main() {
    shared int e; //~ error[GS0210]@5
    uniform int f; //~ error[GS0210]@5
    const const int g = 1; //~ error[GS0211]@11
    readonly int h; //~ error[GS0719]@5
}
