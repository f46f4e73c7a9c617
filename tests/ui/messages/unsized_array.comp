// Arrays without a size.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
void first(float values[]) {} //~ error[GS0206]
void main() {
    float local[]; //~ error[GS0206]
    local[data.length()] = 1.0;
}
