// compile: vulkan1.0
// texture(0): rg32f 2d 2x2 samples=4 = [1.5, -2.5]
// texture(1): r32f 2d_array 2x2x3 samples=4 = [7]
// buffer(3): f32 = [0; 12]
// expect buffer(3) == [1.5, -2.5, 7, 4, 2, 2, 2, 2, 3, 4]
// Textures with several samples: one of them, their number, and the size.
#version 450
#extension GL_ARB_shader_texture_image_samples : require
layout(binding = 0) uniform sampler2DMS plane;
layout(binding = 1) uniform sampler2DMSArray layers;
layout(binding = 3) buffer Values { float values[]; };
void main() {
    const vec2 texel = texelFetch(plane, ivec2(1), 3).xy;
    values[0] = texel.x;
    values[1] = texel.y;
    values[2] = texelFetch(layers, ivec3(0, 1, 2), 2).x;
    values[3] = float(textureSamples(plane));
    const ivec2 size = textureSize(plane);
    values[4] = float(size.x);
    values[5] = float(size.y);
    const ivec3 layered = textureSize(layers);
    values[6] = float(layered.x);
    values[7] = float(layered.y);
    values[8] = float(layered.z);
    values[9] = float(textureSamples(layers));
}
