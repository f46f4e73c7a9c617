// For an attribute that no extension has, none is suggested.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0, rgba8) uniform image2D picture;
layout(binding = 1) buffer Data { float data[]; };

void main() {
    [[unrol]] //~ error[GS0410]
    for (int i = 0; i < 2; i++) {}
    [[fast]] //~ error[GS0410]
    if (data[0] > 0.0) {}
    [[unroll]] //~ error[GS0500]
    for (int i = 0; i < 2; i++) {}
}
