// compile: vulkan1.1
// A chain of more `else if`s than may nest: it is cut into links. A jump in a branch leaves the whole chain.
// buffer(0): i32 = [0, 1, 99, 100, 101, 104, 105, 109, 110, 111, 106, 3]
// buffer(1): i32 = [0; 12]
// expect buffer(1) == [1, 4, 298, 301, 304, 0, 316, 328, -1, -1, -2, 0]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer In { int x[12]; };
layout(binding = 1) buffer Out { int r[12]; };
#define B(n) else if (x[i] == n) r[i] = n * 3 + 1;
#define B5(n) B((n)) B((n + 1)) B((n + 2)) B((n + 3)) B((n + 4))
#define B20(n) B5(n) B5(n + 5) B5(n + 10) B5(n + 15)
void main() {
    for (int i = 0; i < 12; i++) {
        if (x[i] == 0) r[i] = 1;
        B20(1) B20(21) B20(41) B20(61) B20(81)
        B((101)) B((102)) B((103))
        else if (x[i] == 104) continue;
        else if (x[i] == 106) { r[i] = -2; break; }
        B((105)) B((107)) B((108)) B((109))
        else r[i] = -1;
    }
}
