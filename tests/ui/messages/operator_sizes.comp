// Both operands are shown with their types.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
void main() {
    vec3 a = vec3(1.0) + vec4(1.0); //~ error[GS0307]
    vec3 b = mat4(1.0) * vec3(1.0); //~ error[GS0307]
    float c = 1.0 % 2.0; //~ error[GS0307]
}
