// compile: vulkan1.1 vulkan1.3
// Rows of a heap are counted in the wider of the types of their indices.
#version 460
#extension GL_EXT_descriptor_heap : require
#extension GL_EXT_shader_64bit_indexing : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 1) in;
layout(descriptor_heap, std430) buffer Numbers { int64_t wide; int narrow; uint sum; } numbers[][4];

void main() {
    int64_t wide = numbers[0][1].wide;
    int narrow = numbers[1][0].narrow;
    numbers[narrow][wide].sum = 1u;
    numbers[wide][narrow].sum = 2u;
    numbers[uint64_t(wide)][2].sum = 3u;
    numbers[wide + 1l][wide].sum = 4u;
}
