// compile: vulkan1.0
// texture(0): r32f 2d 1x1 = [1]
// texture(0): r32f 2d 1x1 = [2]
// texture(0): r32f 2d 1x1 = [3]
// separate(1): r32f 1d 2 = [4, 5]
// separate(1): r32f 1d 2 = [6, 7]
// sampler(2): linear
// sampler(2): nearest
// image(3): r32ui 2d 2x1 = [0, 0]
// image(3): r32ui 2d 2x1 = [8, 9]
// buffer(4): f32 = [10]
// buffer(4): f32 = [11, 12]
// uniform(5): f32 = [13, 0, 0, 0]
// uniform(5): f32 = [14, 0, 0, 0]
// texels(6): r32i = [15, 16]
// texels(6): r32i = [17, 18]
// buffer(7): f32 = [0; 16]
// expect buffer(7) == [3, 1, 6.5, 6, 9, 12, 14, 18, 2, 100]
// expect buffer(4) == [10, 11, 100]
// expect image(3) == [0, 77, 8, 9]
// Arrays of descriptors of every kind.
#version 450
layout(binding = 0) uniform sampler2D textures[3];
layout(binding = 1) uniform texture1D separate[2];
layout(binding = 2) uniform sampler samplers[2];
layout(binding = 3, r32ui) uniform uimage2D images[2];
layout(binding = 4) buffer Buffers { float values[]; } buffers[2];
layout(binding = 5) uniform Uniforms { float value; } uniforms[2];
layout(binding = 6) uniform isamplerBuffer texels[2];
layout(binding = 7) buffer Values { float values[]; };
void main() {
    values[0] = texelFetch(textures[2], ivec2(0), 0).x;
    values[1] = texelFetch(textures[0], ivec2(0), 0).x;
    values[2] = textureLod(sampler1D(separate[1], samplers[0]), 0.5, 0.0).x;
    values[3] = textureLod(sampler1D(separate[1], samplers[1]), 0.3, 0.0).x;
    values[4] = float(imageLoad(images[1], ivec2(1, 0)).x);
    values[5] = buffers[1].values[1];
    values[6] = uniforms[1].value;
    values[7] = float(texelFetch(texels[1], 1).x);
    values[8] = float(buffers[1].values.length());
    buffers[1].values[1] = 100.0;
    values[9] = buffers[1].values[1];
    imageStore(images[0], ivec2(1, 0), uvec4(77u));
}
