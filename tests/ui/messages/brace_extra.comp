// A `}` too many is one error; the rest of the body causes no more.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
void main() {
    if (data[0] > 0.0) {
        data[1] = 1.0;
    }}
    data[2] = 2.0; //~ error[GS0115]
    data[3] = 3.0;
}
