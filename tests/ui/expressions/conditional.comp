#version 450
layout(local_size_x = 1) in;
void main() {
    int a = true ? 1 : true; //~ error[GS0308]@13
    vec2 b = bvec2(true) ? vec2(1) : vec2(2); //~ error[GS0306]@14
    vec3 c = true ? vec3(1) : vec2(1); //~ error[GS0308]@14
}
