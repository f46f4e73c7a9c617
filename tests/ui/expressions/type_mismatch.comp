#version 450
layout(local_size_x = 1) in;
struct S { int a; };
void main() {
    int a = 1.5; //~ error[GS0306]@13
    uint b = vec2(1); //~ error[GS0306]@14
    bool c = 1; //~ error[GS0306]@14
    vec3 d = vec2(1); //~ error[GS0306]@14
    S e = 1; //~ error[GS0306]@11
    int f[2] = int[3](1, 2, 3); //~ error[GS0306]@16
    mat2 g = mat3(1); //~ error[GS0306]@14
    if (1) { } //~ error[GS0306]@9
    while (1.0) { } //~ error[GS0306]@12
    a = true ? 1 : 2.5; //~ error[GS0306]@9
    return 1; //~ error[GS0405]@12
}
