// Derivatives need groups.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
void main() {
    data[0] = dFdx(data[1]); //~ error[GS0500]
}
