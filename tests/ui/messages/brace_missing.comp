// The block that is still open is shown.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
void main() {
    if (data[0] > 0.0) {
        data[1] = 1.0;
} //~ error[GS0103]