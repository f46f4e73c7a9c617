// Shared memory cannot be initialized.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
shared float total = 0.0; //~ error[GS0220]
void main() {
    data[0] = total;
}
