// A selector that is not an integer.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
void main() {
    switch (data[0]) { //~ error[GS0208]
        case 1: break;
    }
}
