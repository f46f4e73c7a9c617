// Assignments where a comparison was meant.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0, rgba8) uniform image2D picture;
layout(binding = 1) buffer Data { float data[]; };

void main() {
    int n = 0;
    bool flag = false;
    if (n = 1) {} //~ error[GS0306]
    while (n = 2) {} //~ error[GS0306]
    for (; n = 3;) {} //~ error[GS0306]
    do {} while (n = 4); //~ error[GS0306]
    // A `bool` that is assigned is a condition.
    if (flag = true) {}
    if (n) {} //~ error[GS0306]
}
