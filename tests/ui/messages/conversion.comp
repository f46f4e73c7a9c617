// The conversion that fixes a wrong type is shown.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
void main() {
    int i = data[0]; //~ error[GS0306]
    uint u = -1.5; //~ error[GS0306]
    bool b = 1; //~ error[GS0306]
    float f = true; //~ error[GS0306]
    data[1] = f;
}
