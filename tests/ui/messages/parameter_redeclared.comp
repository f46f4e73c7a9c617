// The body of a function shares the scope of its parameters.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
float scaled(float x) {
    float x = 2.0; //~ error[GS0201]
    return x;
}
void main() {
    data[0] = scaled(1.0);
}
