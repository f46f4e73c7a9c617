#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer A {
    layout(offset = 2) int misaligned; //~ error[GS0222]@21
    layout(offset = 16) vec4 a;
    layout(offset = 20) int overlaps; //~ error[GS0222]@21
    layout(align = 3) int odd; //~ error[GS0213]@20
};
void main() {}
