#version 450
layout(local_size_x = 1) in;
layout(binding = 0) uniform A { int a; } a = 1; //~ error[GS0102]@42
shared int s = 1; //~ error[GS0220]@16
void main() {
    int list[2] = { 1, 2, 3 }; //~ error[GS0229]@19
    vec2 v = { 1.0 }; //~ error[GS0229]@14
    int n = { 1, 2 }; //~ error[GS0228]@13
    f({ 1 }); //~ error[GS0303]@5 //~ error[GS0228]@7
}
