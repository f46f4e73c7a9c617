// A wrong member does not hide what is wrong with the others.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0, rgba8) uniform image2D picture;
layout(binding = 1) buffer Data { float data[]; };
layout(binding = 2) buffer Mixed {
    unknown a; //~ error[GS0203]
    float b;
    other c; //~ error[GS0203]
    int b; //~ error[GS0201]
};

void main() {
    b = 1.0;
    c = 2;
}
