// A brace that a macro hides is found.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0, rgba8) uniform image2D picture;
layout(binding = 1) buffer Data { float data[]; };
#define REPEAT for (int i = 0; i < 4; i++) {

void main() {
    REPEAT data[0] += 1.0;
}

int after() { return 1; } //~ error[GS0114]
