#version 450
layout(local_size_x = 1) in;
#define SIZE(n) vec ## n
#define WRONG missing + 1
void main() {
    int a = WRONG; //~ error[GS0200]@13
}
