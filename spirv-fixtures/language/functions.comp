// compile: vulkan1.0 vulkan1.1
// Prototypes, early returns, void functions, functions of functions, const parameters, globals with initialisers.
// buffer(0): i32 = [4]
// buffer(1): i32 = [0; 12]
// expect buffer(1) == [24, 3, 8, 1, 0, 12, 100]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer In { int four; };
layout(binding = 1) buffer Out { int r[]; };
int product(int from, const int to);
int base = 3;
int derived = base + 5;
void set(int at, int value) {
    if (at < 0) return;
    r[at] = value;
}
bool even(int x) {
    while (true) {
        if (x == 0) return true;
        if (x == 1) return false;
        x -= 2;
    }
    return false;
}
int classify(int x) {
    if (x > 3) {
        if (x > 10) return 100;
        return 12;
    } else if (x < 0) {
        return -1;
    }
    return 0;
}
void main() {
    set(0, product(1, four));
    set(-1, 99);
    set(1, base);
    set(2, derived);
    set(3, int(even(four)));
    set(4, int(even(four + 1)));
    set(5, classify(four));
    set(6, classify(four * four));
}
int product(int from, const int to) {
    int p = 1;
    for (int i = from; i <= to; ++i) p *= i;
    return p;
}
