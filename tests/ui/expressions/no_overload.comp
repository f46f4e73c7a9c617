#version 450
layout(local_size_x = 1) in;
void f(int a, vec2 b) { }
void main() {
    f(1.5, vec2(1)); //~ error[GS0300]@7
    f(1, vec3(1)); //~ error[GS0300]@10
    float a = sin(true); //~ error[GS0300]@19
    vec2 b = mix(vec2(1), vec3(1), 0.5); //~ error[GS0300]@27
    float c = dot(vec2(1), vec3(1)); //~ error[GS0300]@28
    ivec2 d = clamp(ivec2(1), 0.5, 1); //~ error[GS0306]@15
}
