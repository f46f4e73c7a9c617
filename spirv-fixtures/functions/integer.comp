// compile: vulkan1.0
// bitfield functions, bitCount, findLSB and findMSB (also of negative numbers and 0), carries and wide products.
// buffer(0): u32 = [0xf0f0, 0x80000000, 0xffffffff, 0]
// buffer(1): i32 = [-1, -256, 0, 255]
// buffer(2): u32 = [0; 32]
// expect buffer(2) == [0xf, 0x0000000f, 8, 4, 31, 0xffffffff, 0xabf0, 0xfffffffe, 0xffffffff, 1, 0x7fffffff, 1,
//                      0xfffffffe, 1, 0x40000000, 0]
// buffer(3): i32 = [0; 16]
// expect buffer(3) == [-1, 7, -1, 7, -1, -1, 32, -1, -1, 1, -1]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer U { uint u[]; };
layout(binding = 1) buffer I { int i[]; };
layout(binding = 2) buffer Out { uint r[]; };
layout(binding = 3) buffer OutI { int s[]; };
void main() {
    r[0] = bitfieldExtract(u[0], 4, 4);
    r[1] = bitfieldReverse(0xf0000000u | u[3]);
    r[2] = bitCount(u[0]);
    r[3] = findLSB(u[0]);
    r[4] = findMSB(u[1]);
    r[5] = uint(findMSB(u[3]));
    r[6] = bitfieldInsert(u[0], 0xabu, 8, 8);
    uint carry;
    r[7] = uaddCarry(u[2], u[2], carry);
    r[8] = carry * u[2];
    uint borrow;
    r[9] = usubBorrow(u[3], u[2], borrow);
    r[10] = u[1] - borrow;
    r[11] = borrow;
    uint high, low;
    umulExtended(u[2], u[2], high, low);
    r[12] = high; r[13] = low;
    umulExtended(u[1], u[1], high, low);
    r[14] = high; r[15] = low;
    s[0] = findMSB(i[0]);
    s[1] = findMSB(i[1]);
    s[2] = findMSB(i[2]);
    s[3] = findMSB(i[3]);
    s[4] = findLSB(i[2]);
    s[5] = bitfieldExtract(i[3], 0, 4);
    s[6] = bitCount(i[0]);
    s[7] = bitfieldExtract(i[0], 0, 8);
    int ihigh, ilow;
    imulExtended(i[0], 1, ihigh, ilow);
    s[8] = ihigh;
    imulExtended(i[0], i[0], ihigh, ilow);
    s[9] = ilow;
    imulExtended(i[1], i[3], ihigh, ilow);
    s[10] = ihigh;
}
