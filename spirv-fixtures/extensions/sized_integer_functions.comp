// compile: vulkan1.1 vulkan1.3
// The integer functions of 8, 16 and 64 bits, by way of 32-bit instructions. Fields of 8 and 16 bits are those of int.
// buffer(0): u32 = [0x96, 0x8421, 0x80000001, 0x00000300, 4, 7, 0, 64]
// buffer(1): i32 = [0; 28]
// expect buffer(1) == [4, 4, 4, -1, 1, 8, 6, 7, 6, 14, -1, 33825, 105, -31711, 6, -2, -62, 70, 12, -4, 5, 4, 8, 31, 63, 62, -1, 41]
// buffer(2): u64 = [0; 10]
// expect buffer(2) == [0x8000000100c00000, 0x0, 0x18, 0x0, 0x30080000001, 0x30080000371, 0x30080000001, 0x96, 0xfffffffffffffffc, 0x1]
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 1) in;
layout(binding = 0) buffer In { uint v[8]; };
layout(binding = 1) buffer Out { int r[]; };
layout(binding = 2) buffer Wide { uint64_t w[]; };
const int64_t folded = bitCount(0xf00000003ul) + findMSB(-2l) + bitfieldExtract(0xabcdl, 4, 4);
void main() {
    uint8_t byte = uint8_t(v[0]);
    int8_t negative = int8_t(v[0]);
    uint16_t word = uint16_t(v[1]);
    uint64_t long_ = pack64(u32vec2(v[2], v[3]));
    int first = int(v[4]), count = int(v[5]), none = int(v[6]), all = int(v[7]);
    r[0] = bitCount(byte);
    r[1] = bitCount(negative);
    r[2] = bitCount(word);
    r[3] = findLSB(uint8_t(none));
    r[4] = findLSB(negative);
    r[5] = int(findLSB(uint16_t(0x100u * uint(none + 1))));
    r[6] = findMSB(negative);
    r[7] = findMSB(byte);
    r[8] = findMSB(int16_t(negative));
    r[9] = findMSB(uint16_t(word >> 1us));
    r[10] = findMSB(int16_t(-1 - none));
    r[11] = int(bitfieldReverse(word)) & 0xffff;
    r[12] = bitfieldReverse(byte);
    r[13] = bitfieldReverse(int16_t(word));
    r[14] = bitfieldExtract(byte, 4 - first, first) + bitfieldExtract(word, none, none);
    r[15] = bitfieldExtract(word, 14, 2);
    r[16] = bitfieldExtract(word, first, count);
    r[17] = bitfieldInsert(byte, uint8_t(v[2] + 3u), first, first) & 0x7f;
    r[18] = bitfieldInsert(int8_t(none), int8_t(3), 2, 3);
    r[19] = bitfieldInsert(int16_t(-1 - none), int16_t(none), none, 2);
    r[20] = int(bitCount(long_)) + 1;
    r[21] = int(bitCount(int64_t(long_)));
    r[22] = int(findLSB(long_ << 8ul));
    r[23] = int(findLSB(long_ & ~1ul));
    i64vec3 highest = findMSB(i64vec3(int64_t(long_) << 22, -int64_t(long_), none));
    r[24] = int(findMSB(long_ << 22ul)) + none;
    r[25] = int(findMSB(int64_t(long_ << 21ul)));
    r[26] = int(highest.z);
    r[27] = int(highest.y);
    w[0] = bitfieldReverse(long_);
    w[1] = uint64_t(bitfieldReverse(int64_t(long_))) & 0xfful;
    w[2] = bitfieldExtract(long_, 37, 5);
    w[3] = bitfieldExtract(long_, all, none);
    w[4] = bitfieldExtract(long_, none, all);
    w[5] = bitfieldInsert(long_, 0x37ul, first, count);
    w[6] = bitfieldInsert(long_, ~0ul, first, none);
    w[7] = bitfieldInsert(long_, uint64_t(v[0]), none, all);
    w[8] = uint64_t(bitfieldExtract(int64_t(0xc000ul), 12, 4));
    w[9] = folded == 2l ? 1ul : 0ul;
}
