#version 450
layout(local_size_x = 1) in;
struct S { int position; };
void main() {
    S s;
    s.positon = 1; //~ error[GS0312]@7
    s.nothing = 1; //~ error[GS0312]@7
    vec2 v;
    v.z = 1.0; //~ error[GS0312]@7
    v.xr = vec2(1); //~ error[GS0312]@7
    v.q = 1.0; //~ error[GS0312]@7
    float f;
    f.x.x.y = 1.0; //~ error[GS0312]@11
    int a[2];
    a.size(); //~ error[GS0313]@7
    a.length(1); //~ error[GS0313]@14
    v.lenght(); //~ error[GS0313]@7
}
