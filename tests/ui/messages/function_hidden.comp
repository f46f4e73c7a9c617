// A variable hides a function.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
void main() {
    float length = 1.0;
    data[0] = length(vec2(3.0, 4.0)); //~ error[GS0304]
}
