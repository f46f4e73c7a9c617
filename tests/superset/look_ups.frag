// compile: vulkan1.1
// stages: look_ups.vert
// target(0): rgba32f 2d 4x4
// target(1): rgba32f 2d 4x4
// target(2): rgba32f 2d 4x4
// target(3): rgba32f 2d 4x4
// target(4): rgba32f 2d 4x4
// target(5): rgba32f 2d 4x4
// target(6): rgba32f 2d 4x4
// sampler(0): linear mirror
// sampler(1): linear shadow
// separate(2): rgba32f 1d 4 = [0..16]
// separate(3): rgba32f 2d 4x4 mips = [0..84]
// separate(4): rgba32f 3d 4x4x2 = [0..128]
// separate(5): rgba32f cube 2x2x6 = [0..96]
// separate(6): rgba32f 2d_array 2x2x3 = [0..48]
// separate(7): rgba32f cube_array 1x1x12 = [0..48]
// separate(8): rgba32f 2d 4x4 samples=4 = [5, 6, 7, 8]
// separate(9): rgba32ui 2d 4x4 = [0..64]
// separate(10): rgba32i 3d 4x4x4 = [-128..128]
// separate(11): d32f 2d 2x2 = [0.2, 0.4, 0.6, 0.8]
// separate(12): d32f cube 1x1x6 = [0.1, 0.3, 0.5, 0.7, 0.9, 0.2]
// Every look-up in textures of each shape, and what can be asked about them.
#version 450
layout(location = 0) in vec4 at;
layout(location = 0) out vec4 colors[7];
layout(set = 0, binding = 0) uniform sampler filtered;
layout(set = 0, binding = 1) uniform samplerShadow compared;
layout(set = 0, binding = 2) uniform texture1D line;
layout(set = 0, binding = 3) uniform texture2D flat_one;
layout(set = 0, binding = 4) uniform texture3D space;
layout(set = 0, binding = 5) uniform textureCube around;
layout(set = 0, binding = 6) uniform texture2DArray layers;
layout(set = 0, binding = 7) uniform textureCubeArray many;
layout(set = 0, binding = 8) uniform texture2DMS samples;
layout(set = 0, binding = 9) uniform utexture2D numbers;
layout(set = 0, binding = 10) uniform itexture3D signed_numbers;
layout(set = 0, binding = 11) uniform texture2D depths;
layout(set = 0, binding = 12) uniform textureCube depths_around;

vec4 plain() {
    return texture(sampler1D(line, filtered), at.x) + texture(sampler2D(flat_one, filtered), at.xy)
        + texture(sampler2D(flat_one, filtered), at.xy, 0.5) + texture(sampler3D(space, filtered), at.xyz)
        + texture(samplerCube(around, filtered), at.xyz)
        + texture(sampler2DArray(layers, filtered), vec3(at.xy, 2.0))
        + texture(samplerCubeArray(many, filtered), vec4(at.xyz, 1.0));
}

vec4 in_a_level() {
    return textureLod(sampler2D(flat_one, filtered), at.xy, 1.0) + textureLod(samplerCube(around, filtered), at.xyz, 0.0)
        + textureGrad(sampler2D(flat_one, filtered), at.xy, at.zw, at.wz)
        + textureGrad(sampler3D(space, filtered), at.xyz, at.yzw, at.zwx);
}

vec4 beside() {
    return textureOffset(sampler2D(flat_one, filtered), at.xy, ivec2(1, -1))
        + textureLodOffset(sampler2D(flat_one, filtered), at.xy, 0.0, ivec2(2))
        + textureGradOffset(sampler3D(space, filtered), at.xyz, at.yzw, at.zwx, ivec3(1));
}

vec4 projected() {
    return textureProj(sampler2D(flat_one, filtered), at.xyz) + textureProj(sampler2D(flat_one, filtered), at)
        + textureProj(sampler3D(space, filtered), at) + textureProjLod(sampler2D(flat_one, filtered), at.xyz, 1.0)
        + textureProjGrad(sampler1D(line, filtered), at.xy, 0.5, 0.25);
}

vec4 texels() {
    return texelFetch(sampler2D(flat_one, filtered), ivec2(at.xy), 0)
        + texelFetch(sampler2DMS(samples, filtered), ivec2(at.xy), 1)
        + vec4(texelFetch(usampler2D(numbers, filtered), ivec2(at.xy), 0))
        + vec4(texelFetch(isampler3D(signed_numbers, filtered), ivec3(at.xyz), 0));
}

float shadows() {
    return texture(sampler2DShadow(depths, compared), at.xyz) + texture(samplerCubeShadow(depths_around, compared), at)
        + textureLod(sampler2DShadow(depths, compared), at.xyz, 0.0);
}

void main() {
    ivec3 size = textureSize(sampler3D(space, filtered), 0) + textureSize(sampler2DArray(layers, filtered), 0);
    int levels = textureQueryLevels(sampler2D(flat_one, filtered)) + textureSize(sampler2DMS(samples, filtered)).x;
    colors[0] = plain();
    colors[1] = in_a_level();
    colors[2] = beside();
    colors[3] = projected();
    colors[4] = texels();
    colors[5] = vec4(shadows());
    colors[6] = vec4(size, levels);
}
