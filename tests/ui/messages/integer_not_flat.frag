// Integers are not interpolated.
#version 450
layout(location = 0) in ivec2 cell; //~ error[GS0237]
layout(location = 0) out vec4 color;
void main() {
    color = vec4(cell, 0, 1);
}
