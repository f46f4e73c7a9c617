// Shifts by constants are checked.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
void main() {
    uint a = 1u << 32; //~ warning[GS0316]
    int b = 1 >> -1; //~ warning[GS0316]
}
