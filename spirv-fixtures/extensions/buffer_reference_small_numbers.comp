// compile: vulkan1.2
// References to blocks of small numbers in structures that live in private memory: the pointer is declared ahead, so that
// validators do not take the structure for one that holds the numbers.
// buffer(0): u32 = [0x04030201, 0]
// addresses(1): buffer(0) buffer(0)
// expect buffer(0) == [0x09030201, 4]
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_8bit_storage : require
layout(local_size_x = 1) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Bytes { uint8_t b[4]; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint w[2]; };
layout(binding = 1) readonly buffer Addresses { Bytes bytes; Words words; };
struct Region { Bytes bytes; Words words; uint last; };
Region region;
void main() {
    region = Region(bytes, words, 3u);
    region.words.w[1] = uint(region.bytes.b[region.last]);
    region.bytes.b[region.last] = uint8_t(9u);
}
