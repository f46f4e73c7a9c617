// compile: vulkan1.0
// texture(0): rg32f 2d 4x4 = [0, 100, 1, 101, 2, 102, 3, 103, 4, 104, 5, 105, 6, 106, 7, 107, 8, 108, 9, 109, 10, 110, 11, 111, 12, 112, 13, 113, 14, 114, 15, 115]
// texture(1): r32i 2d_array 2x2x2 = [-1, -2, -3, -4, -5, -6, -7, -8]
// texture(2): d32f 2d 2x2 shadow = [0.25, 0.5, 0.75, 1]
// texture(3): r32f cube 2x2x6 = [0..24]
// buffer(4): f32 = [0; 28]
// expect buffer(4) == [8, 9, 5, 4,   109, 110, 106, 105,   9, 10, 6, 5,   -7, -8, -6, -5,   1, 1, 0, 0,   0, 3, 12, 15,   18, 19, 17, 16]
// Four texels around a place, from the lower left one counter-clockwise; a component of two, offsets, one for each texel, and comparisons.
#version 450
layout(binding = 0) uniform sampler2D plane;
layout(binding = 1) uniform isampler2DArray layers;
layout(binding = 2) uniform sampler2DShadow depth;
layout(binding = 3) uniform samplerCube cube;
layout(binding = 4) buffer Values { vec4 values[]; };
void main() {
    values[0] = textureGather(plane, vec2(1.0, 2.0) / 4.0);
    values[1] = textureGather(plane, vec2(0.5), 1);
    values[2] = textureGatherOffset(plane, vec2(1.0) / 4.0, ivec2(1, 1));
    values[3] = vec4(textureGather(layers, vec3(0.5, 0.5, 1.0)));
    values[4] = textureGather(depth, vec2(0.5), 0.6);
    const ivec2 corners[4] = ivec2[](ivec2(-1), ivec2(2, -1), ivec2(-1, 2), ivec2(2));
    values[5] = textureGatherOffsets(plane, vec2(2.0) / 4.0, corners);
    values[6] = textureGather(cube, vec3(0.0, 0.0, 1.0));
}
