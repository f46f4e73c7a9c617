// The place after the last token is blamed, not the next line.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
void main() {
    float a = data[0] //~ error[GS0102]
    data[1] = a;
}
