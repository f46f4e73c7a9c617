// compile: vulkan1.0
// image(0): rgba8 2d 1x1 = [0, 51, 102, 255]
// image(1): rgba8_snorm 2d 1x1 = [127, -127, 0, 0]
// image(2): rgba16f 2d 1x1 = [1.5, 2.5, -3, 4]
// image(3): rg32i 2d 1x1 = [-5, 6]
// image(4): r8ui 2d 1x1 = [200]
// image(5): rg16 2d 1x1 = [0, 65535]
// image(6): rgb10_a2 2d 1x1 = [0xc00003ff]
// image(7): r11f_g11f_b10f 2d 1x1 = [0x000003c0]
// buffer(8): f32 = [0; 24]
// expect buffer(8) ~= [0, 0.2, 0.4, 1,   1, -1, 0, 0,   1.5, 2.5, -3, 4,   -5, 6, 200, 0,   0, 1, 1, 1,   1, 0, 0, 1]
// expect image(0) == [255, 102, 51, 0]
// expect image(1) == [0, 0, -127, 127]
// expect image(2) == [4, -3, 2.5, 1.5]
// expect image(3) == [6, -5]
// expect image(4) == [201]
// expect image(5) == [65535, 0]
// expect image(6) == [0xfff00000]
// expect image(7) == [0x78000000]
// Storage images of several formats, read and written back in another order of their components.
#version 450
layout(binding = 0, rgba8) uniform image2D a;
layout(binding = 1, rgba8_snorm) uniform image2D b;
layout(binding = 2, rgba16f) uniform image2D c;
layout(binding = 3, rg32i) uniform iimage2D d;
layout(binding = 4, r8ui) uniform uimage2D e;
layout(binding = 5, rg16) uniform image2D f;
layout(binding = 6, rgb10_a2) uniform image2D g;
layout(binding = 7, r11f_g11f_b10f) uniform image2D h;
layout(binding = 8) buffer Values { vec4 values[]; };
void main() {
    const ivec2 at = ivec2(0);
    values[0] = imageLoad(a, at);
    values[1] = imageLoad(b, at);
    values[2] = imageLoad(c, at);
    values[3] = vec4(imageLoad(d, at).xy, imageLoad(e, at).x, 0.0);
    const vec4 narrow = imageLoad(g, at);
    values[4] = vec4(imageLoad(f, at).xy, narrow.xw);
    values[5] = imageLoad(h, at);
    imageStore(a, at, values[0].wzyx);
    imageStore(b, at, values[1].wzyx);
    imageStore(c, at, values[2].wzyx);
    imageStore(d, at, imageLoad(d, at).yxzw);
    imageStore(e, at, imageLoad(e, at) + 1u);
    imageStore(f, at, imageLoad(f, at).yxzw);
    imageStore(g, at, narrow.yzxw);
    imageStore(h, at, values[5].yzxw);
}
