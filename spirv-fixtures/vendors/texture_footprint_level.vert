// compile: vulkan1.1
// Footprints at an explicit level are for all stages.
#version 450
#extension GL_NV_shader_texture_footprint : require
layout(binding = 0) uniform sampler2D image;
layout(location = 0) flat out uvec2 mask;
void main() {
    gl_TextureFootprint2DNV footprint;
    textureFootprintLodNV(image, vec2(0.5), 0.0, 1, true, footprint);
    mask = footprint.mask;
    gl_Position = vec4(0);
}
