#version 450
layout(local_size_x = 1) in;
layout(binding = 0, r32f) coherent uniform image2D c;
layout(binding = 1, r32f) readonly uniform image2D r;
void f(layout(r32f) image2D i) { }
void main() {
    f(c); //~ error[GS0325]@7
    f(r); //~ error[GS0325]@7
}
