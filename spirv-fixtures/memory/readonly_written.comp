// compile: vulkan1.1
// What is `readonly` behind a reference and written all the same is not NonWritable; what is only read stays so.
// buffer(0): u32 = [1, 2, 3, 4]
// addresses(1): buffer(0)
// buffer(2): u32 = [0]
// expect buffer(0) == [1, 7, 4, 4]
// expect buffer(2) == [5]
#version 460
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 1) in;
layout(buffer_reference, std430) readonly buffer Words { uint first; uint second; uint more[]; };
layout(binding = 1) readonly buffer Addresses { Words words; };
layout(binding = 2, std430) buffer Out { uint seen; };
void main() {
    words.second = 7u;
    words.more[0]++;
    seen = words.first + words.more[1];
}
