#version 450
layout(binding = 0) buffer B { int n; int result; };
layout(constant_id = 0) const int K = 0;
int a[];
int sized[];
shared int s[];
int sized[4];
void main() {
    int local[];
    a[2] = 1;
    a[1 + 1] = 1;
    a[n] = 2; //~ error[GS0206]@7
    a[K] = 2; //~ error[GS0206]@7
    s[0] = 1;
    result = s[gl_LocalInvocationID.x]; //~ error[GS0206]@16
    local[1] = 3;
    result += local[n]; //~ error[GS0206]@21
    sized[n] = sized[3];
    {
        int a[4];
        a[n] = 1;
    }
}
