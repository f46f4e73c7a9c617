#version 450
layout(local_size_x = 1) in;
layout(binding = 0) uniform sampler2D t;
layout(binding = 1) uniform sampler2D list[2];
void f(sampler2D s) { }
void main() {
    f(1); //~ error[GS0300]@7
    f(true ? t : t); //~ error[GS0308]@7
    f(list[0]);
    t = t; //~ error[GS0309]@5
}
