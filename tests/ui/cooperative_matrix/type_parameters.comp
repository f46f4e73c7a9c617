#version 450
#extension GL_KHR_cooperative_matrix : require
layout(local_size_x = 32) in;

void main() {
    coopmat<float, 3, 16, 16> a; //~ error[GS0240]@5
    coopmat b; //~ error[GS0240]@5
    coopmat<float, 3, float, 16, 0> c; //~ error[GS0241]@23
    coopmat<1, 3, 16, 16, 0> d; //~ error[GS0241]@13
    coopmat<float, 3, 2.0, 16, 0> e; //~ error[GS0241]@23
    coopmat<float, 3, 8 + 8, 16, 0> f; //~ error[GS0126]@25
    coopmat<float, 3, 16, 16, 0 g; //~ error[GS0103]@33
    coopmat<float, 3, 16, 16, 0>> h; //~ error[GS0103]@32
}
