// compile: vulkan1.0
// image(0): r32i 1d 4 = [1, 2, 3, 4]
// image(1): r32i 1d_array 2x2 = [5, 6, 7, 8]
// image(2): r32i 2d_array 2x1x2 = [9, 10, 11, 12]
// image(3): r32i 3d 1x2x2 = [13, 14, 15, 16]
// image(4): r32i cube 1x1x6 = [17..23]
// image(5): r32i cube_array 1x1x12 = [23..35]
// image_texels(6): r32i = [35, 36, 37]
// buffer(7): i32 = [0; 24]
// expect buffer(7) == [3, 8, 11, 15, 21, 33, 37,   4, 2, 2, 1, 2, 1, 2, 1, 1, 1, 2, 3,   6, 12, 35]
// expect image(0) == [1, 2, 3, -4]
// expect image(1) == [5, 6, 7, -8]
// expect image(2) == [9, 10, 11, -12]
// expect image(3) == [13, 14, 15, -16]
// expect image(4) == [17, 18, 19, 20, 21, -22]
// expect image(5) == [23..34, -34]
// expect image_texels(6) == [36, 100, 37]
// Storage images of every shape: a texel, the size, the last texel negated; atomics on some.
#version 450
layout(binding = 0, r32i) uniform iimage1D line;
layout(binding = 1, r32i) uniform iimage1DArray lines;
layout(binding = 2, r32i) uniform iimage2DArray planes;
layout(binding = 3, r32i) uniform iimage3D volume;
layout(binding = 4, r32i) uniform iimageCube cube;
layout(binding = 5, r32i) uniform iimageCubeArray cubes;
layout(binding = 6, r32i) uniform iimageBuffer texels;
layout(binding = 7) buffer Values { int values[]; };
void main() {
    values[0] = imageLoad(line, 2).x;
    values[1] = imageLoad(lines, ivec2(1, 1)).x;
    values[2] = imageLoad(planes, ivec3(0, 0, 1)).x;
    values[3] = imageLoad(volume, ivec3(0, 0, 1)).x;
    values[4] = imageLoad(cube, ivec3(0, 0, 4)).x;
    values[5] = imageLoad(cubes, ivec3(0, 0, 10)).x;
    values[6] = imageLoad(texels, 2).x;
    values[7] = imageSize(line);
    values[8] = imageSize(lines).x;
    values[9] = imageSize(planes).x;
    values[10] = imageSize(planes).y;
    values[11] = imageSize(planes).z;
    values[12] = imageSize(volume).x;
    values[13] = imageSize(volume).y;
    values[14] = imageSize(cube).x;
    values[15] = imageSize(cube).y;
    values[16] = imageSize(cubes).x;
    values[17] = imageSize(cubes).z;
    values[18] = imageSize(texels);
    imageStore(line, 3, ivec4(-4));
    imageStore(lines, ivec2(1, 1), ivec4(-8));
    imageStore(planes, ivec3(1, 0, 1), ivec4(-12));
    imageStore(volume, ivec3(0, 1, 1), ivec4(-16));
    imageStore(cube, ivec3(0, 0, 5), ivec4(-22));
    imageStore(cubes, ivec3(0, 0, 11), ivec4(-34));
    values[19] = imageSize(cube).x * 6;
    values[20] = imageSize(cubes).z * 6;
    values[21] = imageAtomicAdd(texels, 0, 1);
    imageAtomicExchange(texels, 1, 100);
}
