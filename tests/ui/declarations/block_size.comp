#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer B {
    int a[536870911];
    vec4 b[536870911]; //~ error[GS0223]@10
    int c[2];
};
void main() {}
