// A path without a return.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
float sign_of(float x) { //~ warning[GS0404]
    if (x < 0.0) return -1.0;
    else if (x > 0.0) return 1.0;
}
void main() {
    data[0] = sign_of(data[1]);
}
