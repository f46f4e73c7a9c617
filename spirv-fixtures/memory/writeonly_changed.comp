// compile: vulkan1.1
// What is `writeonly` and changed all the same is not NonReadable: the block and the members that are read. Others stay.
// buffer(0): u32 = [5, 7, 1, 2, 3]
// buffer(1): u32 = [8, 9]
// buffer(2): u32 = [1, 1]
// expect buffer(0) == [7, 9, 1, 12, 3]
// expect buffer(1) == [9, 40]
// expect buffer(2) == [2, 3]
#version 450
layout(local_size_x = 1) in;
layout(binding = 0, std430) writeonly buffer Whole { uint bits; uint written; uint many[]; };
layout(binding = 1, std430) buffer Parts { writeonly uint counted; writeonly uint plain; } parts;
layout(binding = 2, std430) writeonly buffer Never { uint a; uint b; } never;
void main() {
    bits |= 2u;
    written = 9u;
    many[1] += 10u;
    atomicAdd(parts.counted, 1u);
    parts.plain = 40u;
    never.a = 2u;
    never.b = 3u;
}
