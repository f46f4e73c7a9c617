// compile: vulkan1.1
// Arrays in blocks that only literals index have the size that the largest of them needs; what is last in a buffer has
// the size that the buffer leaves.
// dispatch: 1 1 1
// buffer(0): u32 = [1, 2, 3, 4, 5, 6]
// uniform(1): u32 = [7, 0, 0, 0, 8, 0, 0, 0]
// expect buffer(0) == [1, 2, 3, 11, 4, 14]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0, std430) buffer Data {
    uint first[];
    uint second;
    uint rest[];
} data;
layout(binding = 1, std140) uniform Uniforms {
    uint steps[];
};
void main() {
    data.second = data.first[2] + steps[1];
    data.rest[0] = 4;
    data.rest[data.rest.length() - 1] = steps[0] + steps[0];
}
