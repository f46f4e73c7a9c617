#version 450
layout(local_size_x = 1) in;
struct S { int a; float b; };
layout(binding = 0) uniform sampler2D t;
void main() {
    vec3 a = vec3(1, 2); //~ error[GS0321]@14
    vec2 b = vec2(1, 2, 3); //~ error[GS0321]@25
    vec2 c = vec2(); //~ error[GS0321]@14
    S d = S(1); //~ error[GS0321]@11
    S e = S(1, 2, 3); //~ error[GS0321]@11
    S f = S(vec2(1), 1); //~ error[GS0306]@13
    int g[2] = int[2](1); //~ error[GS0321]@16
    mat2 h = mat2(1, 2, 3); //~ error[GS0321]@14
    int i = int(t); //~ error[GS0320]@17
    sampler2D j = sampler2D(1); //~ error[GS0214]@15
    mat2 k = mat2(mat2(1), 1); //~ error[GS0320]@19
    vec4 l = vec4(vec4(1), 1); //~ error[GS0321]@28
}
