// Jumps outside loops.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
void main() {
    if (data[0] > 0.0) break; //~ error[GS0408]
    switch (1) {
        case 1: continue; //~ error[GS0408]
    }
}
