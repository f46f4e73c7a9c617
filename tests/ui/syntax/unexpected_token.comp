#version 450
layout(local_size_x = 1) in;
int a = ; //~ error[GS0120]@9
void main() {
    int b = 1 +; //~ error[GS0120]@16
    b = * 2; //~ error[GS0120]@9
    int c = (1; //~ error[GS0103]@15
    c 2; //~ error[GS0102]@5
    return;
}
