// Constructors say how many components are missing.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
void main() {
    vec4 a = vec4(vec2(1.0), 1.0); //~ error[GS0321]
    vec2 b = vec2(1.0, 2.0, 3.0); //~ error[GS0321]
    mat3 c = mat3(1.0, 2.0); //~ error[GS0321]
}
