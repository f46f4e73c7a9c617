// compile: vulkan1.3
#version 460
#extension GL_ARM_tensors : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 1) in;

layout(set = 0, binding = 0) uniform readonly tensorARM<int8_t, 4> weights;
layout(set = 0, binding = 1) uniform writeonly tensorARM<float16_t, 1> halves;
layout(set = 0, binding = 2) uniform tensorARM<int, 2> numbers[3];
layout(set = 0, binding = 3) uniform tensorARM<bool, 3> flags;
layout(set = 0, binding = 4) uniform tensorARM<uint64_t, 5> wide;
layout(set = 1, binding = 0) uniform tensorARM<float, 1> many[];
layout(set = 0, binding = 5) buffer Data {
    uint at[4];
    int8_t row[4];
    int number;
    uint sizes[2];
    float many_result;
    vec4 part;
};

const int RANK = 2;

uint rows(readonly tensorARM<int8_t, 4> tensor) {
    return tensorSizeARM(tensor, 0) * tensorSizeARM(tensor, 3u);
}

void put(tensorARM<int, RANK> tensor, uint[2] where_to, int what) {
    tensorWriteARM(tensor, where_to, what);
}

int get(tensorARM<int, 2> tensor, int result) {
    tensorReadARM(tensor, uint[](1u, 2u), result);
    return result;
}

void main() {
    // An array of elements, straight into a buffer; the coordinates as they are in memory.
    tensorReadARM(weights, at, row);
    int8_t one;
    tensorReadARM(weights, uint[](at[0], 1u, 2u, 3u), one, gl_TensorOperandsOutOfBoundsValueARM, int8_t(-1));
    row[1] = one;
    tensorReadARM(numbers[1], uint[2](1u, 2u), number,
                  gl_TensorOperandsNonTemporalARM | gl_TensorOperandsOutOfBoundsValueARM, 7);
    // Chosen when the shader runs.
    put(numbers[at[1]], uint[](4u, 5u), number);
    number += get(numbers[2], number);
    bool list[2];
    tensorReadARM(flags, uint[](0u, 0u, 0u), list);
    list[0] = !list[1];
    tensorWriteARM(flags, uint[](0u, 0u, 1u), list, gl_TensorOperandsNonTemporalARM);
    tensorWriteARM(halves, uint[](9u), 1.5hf);
    uint64_t big[3];
    tensorReadARM(wide, uint[](0u, 1u, 2u, 3u, 4u), big);
    tensorWriteARM(wide, uint[](4u, 3u, 2u, 1u, 0u), big[2], 0u);
    sizes = uint[](rows(weights), tensorSizeARM(halves, 0));
    tensorReadARM(many[nonuniformEXT(at[2])], uint[](at[3]), many_result);
    tensorReadARM(many[0], uint[](at[3]), part.z);
}
