#version 450
layout(local_size_x = 1) in;
const int c = 1;
layout(binding = 0) readonly buffer A { int a; };
layout(binding = 1) uniform B { int b; };
layout(constant_id = 0) const int s = 1;
void set(out int x) { x = 1; }
void f(const int p) { p = 1; } //~ error[GS0309]@23
void main() {
    c = 2; //~ error[GS0309]@5
    a = 1; //~ error[GS0309]@5
    b = 1; //~ error[GS0309]@5
    s = 2; //~ error[GS0309]@5
    1 = 2; //~ error[GS0309]@5
    int x = 1;
    x + 1 = 2; //~ error[GS0309]@5
    x++ = 1; //~ error[GS0309]@5
    set(1); //~ error[GS0309]@9
    set(c); //~ error[GS0309]@9
    set(a); //~ error[GS0309]@9
    gl_WorkGroupID.x = 1u; //~ error[GS0309]@5
    vec4 v;
    v.xx = vec2(1); //~ error[GS0309]@5
    x = f2(); //~ error[GS0303]@9
}
int f2() { return 1; }
