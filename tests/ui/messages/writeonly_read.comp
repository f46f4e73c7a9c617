// Memory that may only be written.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
layout(binding = 1) writeonly buffer Results { float results[]; };
void main() {
    data[0] = results[0]; //~ error[GS0310]
}
