// An image without a format.
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer Data { float data[]; };
layout(binding = 1) uniform image2D picture; //~ error[GS0217]
void main() {
    vec4 texel = imageLoad(picture, ivec2(0));
}
