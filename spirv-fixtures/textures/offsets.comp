// compile: vulkan1.0
// texture(0): r32f 2d 4x4 repeat = [0..16]
// texture(1): r32f 3d 2x2x2 = [100..108]
// texture(2): r32f 1d 4 = [200..204]
// buffer(3): f32 = [0; 8]
// expect buffer(3) == [6, 9, 14, 5, 107, 201, 3, 10]
// Offsets in texels, which are constants.
#version 450
layout(binding = 0) uniform sampler2D plane;
layout(binding = 1) uniform sampler3D volume;
layout(binding = 2) uniform sampler1D line;
layout(binding = 3) buffer Values { float values[]; };
void main() {
    const vec2 place = vec2(1.5) / 4.0;
    values[0] = textureLodOffset(plane, place, 0.0, ivec2(1, 0)).x;
    values[1] = textureLodOffset(plane, place, 0.0, ivec2(0, 1)).x;
    values[2] = textureLodOffset(plane, place, 0.0, ivec2(1, -2)).x;
    values[3] = texelFetchOffset(plane, ivec2(3, 3), 0, ivec2(-2)).x;
    values[4] = textureLodOffset(volume, vec3(0.25), 0.0, ivec3(1)).x;
    values[5] = texelFetchOffset(line, 3, 0, -2).x;
    values[6] = textureProjLodOffset(plane, vec3(1.5, 1.5, 4.0), 0.0, ivec2(2, -1)).x;
    values[7] = textureGradOffset(plane, place, vec2(0.0), vec2(0.0), ivec2(1)).x;
}
