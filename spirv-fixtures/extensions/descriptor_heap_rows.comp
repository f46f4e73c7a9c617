// compile: vulkan1.1 vulkan1.3
// Arrays of arrays in a heap are one flat array with computed indices. Rows are passed to functions like elements.
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 8) in;
layout(constant_id = 0) const int WIDTH = 4;
layout(descriptor_heap) uniform;
uniform sampler samplers[2];
uniform texture2D textures[][3];
layout(descriptor_heap, r32ui, descriptor_stride = 64) coherent uniform uimage2D counters[][2];
layout(descriptor_heap, std430) buffer Numbers { uint count; vec4 v[]; } numbers[][WIDTH][2];

uint bump(layout(r32ui) coherent uimage2D images[2], ivec2 at, uint which) {
    return imageAtomicAdd(images[which], at, 1u) + imageAtomicAdd(images[1], at, 1u);
}

uint twice(layout(r32ui) coherent uimage2D images[2], ivec2 at) {
    return bump(images, at, 0u) + imageLoad(images[1], at).x;
}

vec4 look(texture2D image, sampler ways[2], vec2 at) {
    return textureLod(sampler2D(image, ways[1]), at, 0.0);
}

void main() {
    uint lane = gl_LocalInvocationIndex;
    int row = int(lane) / 2;
    vec4 color = look(textures[row][lane % 3], samplers, vec2(0.5));
    color += textureLod(sampler2D(textures[nonuniformEXT(lane)][2], samplers[0]), vec2(0.5), 0.0);
    numbers[7][row][1].v[lane] = color;
    numbers[0][WIDTH - 1][0].count = atomicAdd(numbers[lane][2][1].count, 1u) + uint(numbers[lane][row][1].v.length());
    numbers[0][0][1].count = twice(counters[lane], ivec2(lane)) + uint(numbers[3].length());
}
