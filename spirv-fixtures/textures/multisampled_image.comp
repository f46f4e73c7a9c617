// compile: vulkan1.0
// dispatch: 4
// image(0): r32ui 2d 2x2 samples=4 = [9]
// buffer(1): u32 = [0; 20]
// expect buffer(1) == [0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23, 30, 31, 32, 33, 4, 2]
// Each sample of a storage image by itself.
#version 450
#extension GL_ARB_shader_texture_image_samples : require
layout(binding = 0, r32ui) uniform uimage2DMS image;
layout(binding = 1) buffer Values { uint values[]; };
void main() {
    const uint texel = gl_WorkGroupID.x;
    const ivec2 place = ivec2(texel & 1u, texel >> 1);
    for (int i = 0; i < 4; i++) imageStore(image, place, i, uvec4(texel * 10u + uint(i)));
    memoryBarrierImage();
    for (int i = 0; i < 4; i++) values[texel * 4u + uint(i)] = imageLoad(image, place, i).x;
    values[16] = uint(imageSamples(image));
    values[17] = uint(imageSize(image).y);
}
