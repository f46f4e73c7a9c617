// The macro that opens a block without closing it is named at the end of the file too.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
#define IF_POSITIVE(x) if (x > 0.0) {
void main() {
    IF_POSITIVE(data[0])
    data[1] = 1.0;
} //~ error[GS0103]