// compile: vulkan1.0 vulkan1.1
// Arrays of arrays, constructors, implicit sizes, `.length()`, runtime-sized arrays, dynamic indices on both levels.
// buffer(0): i32 = [0, 1, 2, 3, 4, 5, 6]
// buffer(1): i32 = [0; 16]
// expect buffer(1) == [7, 3, 2, 6, 60, 9, 5, 3, 12, 54]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0, std430) buffer Data { int head; int rest[]; };
layout(binding = 1, std430) buffer Out { int r[]; };
const int table[] = int[](10, 20, 30);
int sum(int x[3]) { return x[0] + x[1] + x[2]; }
int[3] make(int a) { return int[3](a, a + 1, a + 2); }
void main() {
    r[0] = rest.length() + 1;
    r[1] = table.length();
    int a[2][3] = int[2][3](int[3](1, 2, 3), int[3](4, 5, 6));
    r[2] = a.length();
    int one = rest[0];
    r[3] = a[one][one + 1];
    r[4] = sum(table);
    r[5] = make(one + 1)[2] + sum(make(one))- 1;
    a[one] = make(4);
    r[6] = a[1][one];
    int[] inferred = { one, 2, 3 };
    r[7] = inferred.length();
    int b[3] = a[0];
    b[one] *= 3;
    a[0] = b;
    r[8] = a[0][0] + a[0][one] + a[1][0] + one;
    int total = 0;
    for (int i = 0; i < a.length(); ++i)
        for (int j = 0; j < a[i].length(); ++j)
            total += a[i][j] * (j + 1);
    r[9] = total;
}
