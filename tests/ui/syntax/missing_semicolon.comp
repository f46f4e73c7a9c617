#version 450
layout(local_size_x = 1) in;
int a = 1 //~ error[GS0102]@9
int b = 2;
void main() {
    int c = a //~ error[GS0102]@13
    c = b //~ error[GS0102]@9
}
