#version 450
layout(local_size_x = 1) in;
void main() {
    int a[3];
    vec2 v;
    mat2 m;
    a[3] = 1; //~ error[GS0315]@7
    a[-1] = 1; //~ error[GS0315]@7
    v[2] = 1.0; //~ error[GS0315]@7
    m[2] = vec2(1); //~ error[GS0315]@7
    a[1.5] = 1; //~ error[GS0208]@7
    a[true] = 1; //~ error[GS0208]@7
    int b;
    b[0] = 1; //~ error[GS0314]@5
    const int n = 7;
    a[n] = 2; //~ error[GS0315]@7
}
