// compile: vulkan1.0 vulkan1.1
// for, while, do-while with break and continue; declarations in conditions; nested loops; loops without a body.
// buffer(0): i32 = [10]
// buffer(1): i32 = [0; 16]
// expect buffer(1) == [25, 55, 10, 1, 36, 4, 7, 3, 20, 10]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer In { int n; };
layout(binding = 1) buffer Out { int r[]; };
int find(int wanted) {
    for (int i = 0; ; i++) {
        while (true) {
            if (i == wanted) return i;
            break;
        }
    }
}
void main() {
    int odd = 0;
    for (int i = 0; i < n; i++) {
        if ((i & 1) == 0) continue;
        odd += i;
    }
    r[0] = odd;
    int sum = 0, k = n;
    while (k > 0) sum += k--;
    r[1] = sum;
    int d = 0;
    do { d++; if (d < 5) continue; } while (d < n);
    r[2] = d;
    int once = 0;
    do once++; while (false);
    r[3] = once;
    int cells = 0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            if (j > i) break;
            if (i == 8) continue;
            if (i > 8) break;
            cells++;
        }
    r[4] = cells;
    int h = n, steps = 0;
    while (h > 1) { h >>= 1; ++steps; if (steps > 100) break; }
    r[5] = steps + 1;
    r[6] = find(7);
    int c = 0;
    while (bool more = c < 3) { if (!more) break; c++; }
    r[7] = c;
    int t = 0;
    for (int i = 0, j = n; i < j; i++, j--) t += j - i;
    r[8] = t - n;
    int e;
    for (e = 0; e < n; e++);
    r[9] = e;
}
