// compile: vulkan1.0 vulkan1.1
// Comma, pre and post increment, assignment as a value, precedence, compound assignments of every operator.
// buffer(0): i32 = [5, 3]
// buffer(1): i32 = [0; 32]
// expect buffer(1) == [3, 6, 5, 7, 4, 4, 8, 2, 15, 1, 2, 1, 7, 6, 40, 0, -6, 14, 9, 9, 0, -2, -1, 1]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer In { int a; int b; };
layout(binding = 1) buffer Out { int r[]; };
void main() {
    int x = a, y = b;
    r[0] = (x, y);
    r[1] = ++x;
    x = a;
    r[2] = x++;
    r[3] = ++x;
    x = y = 4;
    r[4] = x;
    r[5] = y--;
    x = a; x += b; r[6] = x;
    x = a; x -= b; r[7] = x;
    x = a; x *= b; r[8] = x;
    x = a; x /= b; r[9] = x;
    x = a; x %= b; r[10] = x;
    x = a; x &= b; r[11] = x;
    x = a; x |= b; r[12] = x;
    x = a; x ^= b; r[13] = x;
    x = a; x <<= b; r[14] = x;
    x = a; x >>= b; r[15] = x;
    r[16] = ~a;
    r[17] = a + b * 3;
    r[18] = a + b << 1 & 15 | 9 & 8 ^ 1;
    r[19] = (a > b ? a < b ? 1 : 9 : 3);
    r[20] = int(!(a > b) || a == b);
    r[21] = -a % -b < 0 ? -2 : -a % -b + 0 == -2 ? -2 : -2;
    r[22] = -a >> 3;
    r[23] = int(a != b ^^ false);
}
