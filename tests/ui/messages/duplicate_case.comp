// Two labels with one value, two defaults.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
void main() {
    const int ONE = 1;
    switch (int(data[0])) {
        case 1: break;
        case ONE: break; //~ error[GS0409]
        default: break;
        default: break; //~ error[GS0409]
    }
}
