#version 450
layout(local_size_x = 1) in;
void f() { }
void f() { } //~ error[GS0401]@6
int g();
int h(int a);
int h(int a) { return a; }
float h(int a); //~ error[GS0201]@7
void main() {
    g(); //~ error[GS0402]@5
    void local(); //~ error[GS0400]@5
}
