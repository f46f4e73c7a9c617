// compile: vulkan1.0
// Sets and bindings, two names for one set, blocks without an instance name.
// buffer(0, 0): i32 = [1]
// buffer(1, 0): i32 = [2]
// buffer(1, 3): i32 = [0; 4]
// expect buffer(1, 3) == [1, 2, 3]
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer A { int a; };
layout(set = 1, binding = 0) buffer B { int value; } b;
layout(set = 1, binding = 3) buffer Out { int r[]; };
void main() {
    r[0] = a;
    r[1] = b.value;
    r[2] = a + b.value;
}
