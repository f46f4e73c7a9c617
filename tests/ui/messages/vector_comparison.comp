// Comparisons of vectors name the function to use.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
void main() {
    vec3 a = vec3(data[0]);
    if (a < vec3(1.0)) {} //~ error[GS0307]
    if (a == 1.0) {} //~ error[GS0307]
}
