// compile: vulkan1.0
// A name hides another from its declarator on; loop variables, blocks, parameters and structures each have a scope.
// buffer(0): i32 = [1]
// buffer(1): i32 = [0; 12]
// expect buffer(1) == [1, 2, 3, 2, 1, 6, 10, 5, 1]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer In { int one; };
layout(binding = 1) buffer Out { int r[]; };
int x = 1;
int shadow(int x) { { int x = 10; return x; } }
int max(int a, int b, int c) { return a + b + c; }
void main() {
    r[0] = x;
    int x = x + one;
    r[1] = x;
    {
        int x = x + one;
        r[2] = x;
    }
    r[3] = x;
    for (int x = 0; x < 1; ++x) r[4] = x + one;
    r[5] = max(1, 2, 3);
    r[6] = shadow(3);
    if (one == 1) int x = 5, y = x; 
    float r_ = 5.0;
    r[7] = int(r_);
    int main = one;
    r[8] = main;
}
