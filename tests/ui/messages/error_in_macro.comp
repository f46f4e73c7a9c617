// An error inside an expansion shows the macro too.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
#define SCALE(x) ((x) * factor)
void main() {
    data[0] = SCALE(data[1]); //~ error[GS0200]
}
