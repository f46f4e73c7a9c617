// compile: vulkan1.0
// dispatch: 1 1 1
// image(0): r32ui 2d 1x1 = [0]
// image(0): r32ui 2d 1x1 = [0]
// image(1): rgba32ui 2d 1x1 = [0, 0, 0, 0]
// image(1): rgba32ui 2d 1x1 = [0, 0, 0, 0]
// buffer(2): u32 = [0; 4]
// expect buffer(2) == [7, 9, 9, 7]
// A function that takes an array of images without a format can be called with arrays of any format.
#version 450
layout(local_size_x = 1) in;
layout(binding = 0, r32ui) uniform uimage2D pair[2];
layout(binding = 1, rgba32ui) uniform uimage2D wide[2];
layout(binding = 2) buffer Results { uint results[4]; };

void fill(uimage2D images[2], uint first) {
    imageStore(images[0], ivec2(0), uvec4(first));
    imageStore(images[1], ivec2(0), uvec4(first + 2u));
}

uint first(uimage2D images[2], int which) {
    return imageLoad(images[which], ivec2(0)).x;
}

void main() {
    fill(pair, 7u);
    fill(wide, 7u);
    memoryBarrierImage();
    results = uint[](first(pair, 0), first(pair, 1), first(wide, 1), first(wide, 0));
}
