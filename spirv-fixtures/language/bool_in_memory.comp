// compile: vulkan1.0 vulkan1.1
// Booleans in buffers and uniform blocks are words: any value but 0 is true, true is stored as 1.
// buffer(0): u32 = [7, 0, 1, 0, 2, 3]
// expect buffer(0) == [7, 0, 1, 0, 1, 0]
// buffer(1): u32 = [0; 8]
// expect buffer(1) == [1, 0, 1, 1, 0, 1]
#version 450
layout(local_size_x = 1) in;
struct Flags { bool a; bool b; };
layout(binding = 0, std430) buffer Data { bool first; bool second; Flags flags; bvec2 pair; };
layout(binding = 1, std430) buffer Out { uint r[]; };
shared bool seen[2];
void main() {
    r[0] = uint(first);
    r[1] = uint(second);
    Flags f = flags;
    r[2] = uint(f.a);
    pair = bvec2(pair.x && pair.y, first == second);
    r[3] = uint(pair.x);
    r[4] = uint(pair.y);
    seen[0] = first;
    seen[1] = seen[0];
    r[5] = uint(seen[1]);
}
