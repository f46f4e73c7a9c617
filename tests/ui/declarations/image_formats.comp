#version 450
layout(local_size_x = 1) in;
layout(binding = 0) uniform image2D a; //~ error[GS0217]@37
layout(binding = 1, r32ui) uniform image2D b; //~ error[GS0217]@21
layout(binding = 2, rgba32f) uniform sampler2D c; //~ error[GS0217]@21
layout(binding = 3) uniform writeonly image2D d;
void main() {
    imageLoad(a, ivec2(0));
    imageStore(d, ivec2(0), vec4(0));
}
