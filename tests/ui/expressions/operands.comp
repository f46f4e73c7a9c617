#version 450
layout(local_size_x = 1) in;
struct S { int a; };
layout(binding = 0) uniform sampler2D t;
void main() {
    int a = 1 + true; //~ error[GS0307]@15
    vec3 b = vec3(1) + vec2(1); //~ error[GS0307]@22
    int c = 1.5 % 2.0; //~ error[GS0307]@17
    int d = ~1.5; //~ error[GS0307]@13
    bool e = !1; //~ error[GS0307]@14
    bool f = 1 && true; //~ error[GS0307]@16
    bool g = vec2(1) < vec2(2); //~ error[GS0307]@22
    S s = S(1) + S(2); //~ error[GS0307]@16
    mat2 h = mat2(1) * mat3(1); //~ error[GS0307]@22
    int i = 1 << 1.0; //~ error[GS0307]@15
    bool j = t == t; //~ error[GS0307]@16
    int k = -true; //~ error[GS0307]@13
    bvec2 l = bvec2(true)++; //~ error[GS0309]@15
}
