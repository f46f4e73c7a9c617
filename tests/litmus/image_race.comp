// litmus:
#version 450
layout(local_size_x = 2) in;
layout(binding = 0, rgba32f) uniform image2D picture;

void main() {
    imageStore(picture, ivec2(0), vec4(float(gl_LocalInvocationIndex)));
}
