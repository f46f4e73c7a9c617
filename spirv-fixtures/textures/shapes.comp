// compile: vulkan1.0
// texture(0): r32f 1d 4 = [10, 11, 12, 13]
// texture(1): r32f 1d_array 2x2 = [20, 21, 22, 23]
// texture(2): rg32f 2d 2x2 = [30, 0.5, 31, 0.5, 32, 0.5, 33, 0.5]
// texture(3): r32f 2d_array 2x2x2 = [40, 41, 42, 43, 44, 45, 46, 47]
// texture(4): r32f 3d 2x2x2 = [50, 51, 52, 53, 54, 55, 56, 57]
// texture(5): r32f cube 1x1x6 = [60, 61, 62, 63, 64, 65]
// texture(6): r32f cube_array 1x1x12 = [70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81]
// texture(7): r32i 2d 2x1 = [-90, -91]
// texture(8): rgba8ui 3d 1x1x2 = [1, 2, 3, 4, 100, 101, 102, 103]
// buffer(9): f32 = [0; 24]
// buffer(10): i32 = [0; 24]
// expect buffer(9) == [12, 23, 32, 0.5, 46, 53, 63, 80, -91, 103,   13, 22, 31, 0.5, 47, 56, 60, 75]
// expect buffer(10) == [4, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 2, 2, 1, 1, 1, 2]
// Textures of every shape: a texel by its number, a sample at a place, and the size.
#version 450
layout(binding = 0) uniform sampler1D line;
layout(binding = 1) uniform sampler1DArray lines;
layout(binding = 2) uniform sampler2D plane;
layout(binding = 3) uniform sampler2DArray planes;
layout(binding = 4) uniform sampler3D volume;
layout(binding = 5) uniform samplerCube cube;
layout(binding = 6) uniform samplerCubeArray cubes;
layout(binding = 7) uniform isampler2D signs;
layout(binding = 8) uniform usampler3D bytes;
layout(binding = 9) buffer Values { float values[]; };
layout(binding = 10) buffer Sizes { int sizes[]; };
void main() {
    int next = 0;
    values[next++] = texelFetch(line, 2, 0).x;
    values[next++] = texelFetch(lines, ivec2(1, 1), 0).x;
    const vec4 two = texelFetch(plane, ivec2(0, 1), 0);
    values[next++] = two.x;
    values[next++] = two.y;
    values[next++] = texelFetch(planes, ivec3(0, 1, 1), 0).x;
    values[next++] = texelFetch(volume, ivec3(1, 1, 0), 0).x;
    values[next++] = textureLod(cube, vec3(0.1, -1.0, 0.1), 0.0).x;
    values[next++] = textureLod(cubes, vec4(0.1, 0.1, 1.0, 1.0), 0.0).x;
    values[next++] = float(texelFetch(signs, ivec2(1, 0), 0).x);
    values[next++] = float(texelFetch(bytes, ivec3(0, 0, 1), 0).w);

    values[next++] = textureLod(line, 0.9, 0.0).x;
    values[next++] = textureLod(lines, vec2(0.1, 1.2), 0.0).x;
    const vec4 sampled = textureLod(plane, vec2(0.9, 0.1), 0.0);
    values[next++] = sampled.x;
    values[next++] = sampled.y;
    values[next++] = textureLod(planes, vec3(0.9, 0.9, 0.7), 0.0).x;
    values[next++] = textureLod(volume, vec3(0.1, 0.9, 0.9), 0.0).x;
    values[next++] = textureLod(cube, vec3(2.0, 0.1, 0.1), 0.0).x;
    values[next++] = textureLod(cubes, vec4(0.1, 0.1, -1.0, 0.0), 0.0).x;

    next = 0;
    sizes[next++] = textureSize(line, 0);
    const ivec2 a = textureSize(lines, 0);
    sizes[next++] = a.x;
    sizes[next++] = a.y;
    const ivec2 b = textureSize(plane, 0);
    sizes[next++] = b.x;
    sizes[next++] = b.y;
    const ivec3 c = textureSize(planes, 0);
    sizes[next++] = c.x;
    sizes[next++] = c.y;
    sizes[next++] = c.z;
    const ivec3 d = textureSize(volume, 0);
    sizes[next++] = d.x;
    sizes[next++] = d.y;
    sizes[next++] = d.z;
    const ivec2 e = textureSize(cube, 0);
    sizes[next++] = e.x;
    sizes[next++] = e.y;
    const ivec3 f = textureSize(cubes, 0);
    sizes[next++] = f.x;
    sizes[next++] = f.y;
    sizes[next++] = f.z;
    const ivec2 g = textureSize(signs, 0);
    sizes[next++] = g.x;
    sizes[next++] = g.y;
    const ivec3 h = textureSize(bytes, 0);
    sizes[next++] = h.x;
    sizes[next++] = h.y;
    sizes[next++] = h.z;
}
