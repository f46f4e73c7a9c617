// compile: vulkan1.1 vulkan1.3
// A texel buffer joined with a sampler is the texel buffer.
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) uniform textureBuffer texels;
layout(binding = 1) uniform sampler unused;
layout(binding = 2) buffer Data {
    vec4 data;
};
void main() {
    data = texelFetch(samplerBuffer(texels, unused), 1);
}
