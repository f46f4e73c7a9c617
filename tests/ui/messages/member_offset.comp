// Offsets that are misaligned or overlap.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
layout(binding = 1) buffer Items {
    layout(offset = 4) vec4 color; //~ error[GS0222]
    layout(offset = 8) float size;
};
void main() {}
