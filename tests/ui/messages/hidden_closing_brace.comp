// A `}` that a macro hides is found.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
#define DONE return; }
void main() {
    if (data[0] > 0.0) {
        DONE
    }
    data[1] = 1.0; //~ error[GS0115]
}
} //~ error[GS0104]
