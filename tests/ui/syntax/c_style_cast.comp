#version 450
layout(local_size_x = 1) in;
void main() {
    float a = 1.5;
    int b = (int) a; //~ error[GS0106]@13
}
