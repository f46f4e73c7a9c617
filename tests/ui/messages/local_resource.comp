// A resource is not a local variable.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
layout(binding = 1) uniform sampler2D colors;
void main() {
    sampler2D copy = colors; //~ error[GS0214]
}
