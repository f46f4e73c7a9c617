// compile: vulkan1.0 vulkan1.1
// imageLoad, imageStore, imageSize on images of float, int and uint.
// image(0): rgba32f 2d 2x2 = [1, 2, 3, 4,  5, 6, 7, 8,  9, 10, 11, 12,  13, 14, 15, 16]
// image(1): r32i 2d 2x2 = [-1, -2, -3, -4]
// image(2): rgba8 2d 1x1 = [0, 51, 102, 255]
// image(3): r32ui 3d 2x2x2 = [0..8]
// buffer(4): f32 = [0; 16]
// expect buffer(4) ~= [5, 6, 7, 8, -3, 2, 2, 0.2, 0.4, 1, 6, 2] within 1e-5
// expect image(0) == [1, 2, 3, 4,  5, 6, 7, 8,  -1, -2, -3, -4,  13, 14, 15, 16]
// expect image(1) == [-1, -2, -3, 40]
// expect image(2) == [255, 0, 153, 255]
// expect image(3) == [0, 1, 2, 3, 4, 55, 6, 7]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0, rgba32f) uniform image2D a;
layout(binding = 1, r32i) uniform iimage2D b;
layout(binding = 2, rgba8) uniform image2D c;
layout(binding = 3, r32ui) uniform uimage3D d;
layout(binding = 4) buffer Out { float r[]; };
void main() {
    vec4 t = imageLoad(a, ivec2(1, 0));
    r[0] = t.x; r[1] = t.y; r[2] = t.z; r[3] = t.w;
    r[4] = imageLoad(b, ivec2(0, 1)).x;
    r[5] = imageSize(a).x;
    r[6] = imageSize(d).z;
    vec4 small = imageLoad(c, ivec2(0));
    r[7] = small.y; r[8] = small.z; r[9] = small.w;
    r[10] = imageLoad(d, ivec3(0, 1, 1)).x;
    r[11] = imageSize(b).y;
    imageStore(a, ivec2(0, 1), vec4(-1, -2, -3, -4));
    imageStore(b, ivec2(1, 1), ivec4(40));
    imageStore(c, ivec2(0), vec4(1.0, 0.0, 0.6, 1.0));
    imageStore(d, ivec3(1, 0, 1), uvec4(55));
}
