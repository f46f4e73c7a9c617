#version 450
layout(local_size_x = 1) in;
void f(int a) { }
void main() {
    f(); //~ error[GS0301]@5
    f(1, 2); //~ error[GS0301]@5
    float a = sin(); //~ error[GS0301]@15
    float b = clamp(1.0, 2.0); //~ error[GS0301]@15
}
