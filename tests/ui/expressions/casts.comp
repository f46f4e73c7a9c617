#version 460
#extension GL_NV_explicit_typecast : require
layout(local_size_x = 1) in;
struct S { int a; };
int f() { return 1; }
void main() {
    S s = (S) 1; //~ error[GS0376]@12
    int a[2] = (int[2]) 1; //~ error[GS0376]@17
    int b = (f) 2; //~ error[GS0203]@14
    vec3 c = (vec3) vec2(1.0); //~ error[GS0321]@15
    float d = (float) s; //~ error[GS0320]@23
}
