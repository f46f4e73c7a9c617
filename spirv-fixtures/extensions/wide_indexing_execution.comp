// compile: vulkan1.2
// buffer(0): u32 = [2, 10, 11, 12, 13]
// buffer(1): u32 = [0; 3]
// expect buffer(1) == [13, 12, 4]
#version 450
#extension GL_EXT_shader_64bit_indexing : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#pragma promote_uint32_indices
layout(local_size_x = 1) in;

layout(binding = 0) readonly buffer Data {
    uint at;
    uint values[];
};
layout(binding = 1) buffer Result { uint result[]; };

void main() {
    int64_t wide = int64_t(at) + 1l;
    result[0] = values[wide];
    result[1u + at - 2u] = values[at];
    result[2] = uint(values.length());
}
