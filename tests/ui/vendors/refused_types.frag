// Types that OpenGL has and Vulkan has not.
#version 450
layout(binding = 0) uniform sampler2DRect a; //~ error[GS0203]@29
layout(binding = 1, r32i) uniform iimage2DRect b; //~ error[GS0203]@35
layout(binding = 2) uniform samplerExternalOES c; //~ error[GS0203]@29
void main() {
}
