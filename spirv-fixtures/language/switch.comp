// compile: vulkan1.0 vulkan1.1
// Fall through, default in the middle, break out of a loop's switch, continue from inside, return from inside.
// buffer(0): i32 = [0, 1, 2, 3, 7]
// buffer(1): i32 = [0; 16]
// expect buffer(1) == [11, 1, 200, 3, 200, 5, 100, 200, 300, 0]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer In { int x[5]; };
layout(binding = 1) buffer Out { int r[]; };
int fall(int v) {
    int a = 0;
    switch (v) {
    case 0:
        a += 10;
    case 1:
        a += 1;
        break;
    default:
        a += 100;
    case 2:
        a += 100;
        if (v == 2) { a = 200; break; }
        break;
    case 3: {
        a = 3;
    }
    }
    return a;
}
int early(uint v) {
    switch (v) {
    case 1u: return 100;
    case 2u: return 200;
    }
    return 300;
}
void main() {
    for (int i = 0; i < 5; ++i) r[i] = fall(x[i]);
    int total = 0;
    for (int i = 0; i < 8; ++i) {
        switch (i & 3) {
        case 0: continue;
        case 1: break;
        case 2: total += 1; break;
        }
        if (i == 6) break;
        total += 1;
    }
    r[5] = total - 1;
    r[6] = early(uint(x[1]));
    r[7] = early(uint(x[2]));
    r[8] = early(uint(x[4]));
    switch (x[0]) { }
    switch (x[0]) { case 5: r[9] = 1; }
}
