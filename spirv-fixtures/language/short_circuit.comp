// compile: vulkan1.0 vulkan1.1
// The right operand of && and || and the branch of ?: not taken have no side effects; ^^ has both.
// buffer(0): i32 = [1, 0]
// buffer(1): i32 = [0; 12]
// expect buffer(1) == [0, 0, 1, 1, 0, 1, 1, 10, 10, 2, 1]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) buffer In { int one; int zero; };
layout(binding = 1) buffer Out { int r[]; };
int calls = 0;
bool call(bool x) { calls++; return x; }
int count(int x) { calls += x; return x; }
void main() {
    bool t = one != 0;
    bool f = zero != 0;
    r[0] = int(f && call(true));
    r[1] = calls;
    r[2] = int(t || call(false));
    r[3] = 1 + calls;
    r[4] = int(t && call(false));
    r[5] = calls;
    r[6] = int(f || call(true) && t);
    calls = 0;
    r[7] = t ? count(10) : count(20);
    r[8] = calls;
    calls = 0;
    bool x = call(true) ^^ call(false);
    r[9] = calls;
    r[10] = int(x);
}
