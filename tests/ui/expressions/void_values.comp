#version 450
layout(local_size_x = 1) in;
void f() { }
void main() {
    int a = f(); //~ error[GS0324]@13
    f() + 1; //~ error[GS0307]@9
    a = (f(), 1);
    return f(); //~ error[GS0405]@12
}
