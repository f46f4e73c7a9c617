// A macro with the wrong number of arguments.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
#define MIX(a, b, t) ((a) * (1.0 - (t)) + (b) * (t))
void main() {
    data[0] = MIX(data[1], data[2]); //~ error[GS0017]
}
