// compile: vulkan1.0
// separate(0): r32f 1d 4 = [1, 2, 3, 4]
// sampler(1): nearest
// sampler(2): repeat
// sampler(3): mirror
// sampler(4): border
// sampler(5): border white
// sampler(6): linear
// buffer(7): f32 = [0; 24]
// expect buffer(7) == [1, 4, 3, 2,   4, 1, 1, 4,   0, 0, 1, 1,   1, 1.5, 2.5, 4]
// What lies beside a texture, for samplers of every kind, at a quarter's middle left and right of it; and between texels.
#version 450
layout(binding = 0) uniform texture1D row;
layout(binding = 1) uniform sampler clamped;
layout(binding = 2) uniform sampler repeated;
layout(binding = 3) uniform sampler mirrored;
layout(binding = 4) uniform sampler bordered;
layout(binding = 5) uniform sampler white;
layout(binding = 6) uniform sampler filtered;
layout(binding = 7) buffer Values { float values[]; };
void main() {
    values[0] = textureLod(sampler1D(row, clamped), -0.375, 0.0).x;
    values[1] = textureLod(sampler1D(row, clamped), 1.125, 0.0).x;
    values[2] = textureLod(sampler1D(row, repeated), -0.375, 0.0).x;
    values[3] = textureLod(sampler1D(row, repeated), 1.375, 0.0).x;
    values[4] = textureLod(sampler1D(row, mirrored), 1.125, 0.0).x;
    values[5] = textureLod(sampler1D(row, mirrored), -0.125, 0.0).x;
    values[6] = textureLod(sampler1D(row, mirrored), 2.125, 0.0).x;
    values[7] = textureLod(sampler1D(row, mirrored), -0.875, 0.0).x;
    values[8] = textureLod(sampler1D(row, bordered), -0.125, 0.0).x;
    values[9] = textureLod(sampler1D(row, bordered), 1.125, 0.0).x;
    values[10] = textureLod(sampler1D(row, white), -0.125, 0.0).x;
    values[11] = textureLod(sampler1D(row, white), 1.125, 0.0).x;
    values[12] = textureLod(sampler1D(row, filtered), 0.0, 0.0).x;
    values[13] = textureLod(sampler1D(row, filtered), 0.25, 0.0).x;
    values[14] = textureLod(sampler1D(row, filtered), 0.5, 0.0).x;
    values[15] = textureLod(sampler1D(row, filtered), 1.0, 0.0).x;
}
